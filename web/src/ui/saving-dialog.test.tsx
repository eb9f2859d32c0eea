import { AppError } from '@app/contracts/errors'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '#testing/screen'
import { TextField } from './field'
import { SavingDialog } from './saving-dialog'

const refusal = () => new AppError('invalid_input', 'Refused.', { name: 'Name is taken', email: 'Email is wrong' })

/** Refuses whatever is saved; `marked` is the field that takes the focus. */
function Form({ marked }: { marked?: string }) {
  const [error, setError] = useState<Error | null>(null)
  return (
    <SavingDialog
      title="Invite"
      saving={{ error, mutate: () => setError(refusal()) }}
      texts={{ submit: 'Save' }}
      onClose={() => {}}
    >
      {(id, errors) =>
        ['Name', 'Email'].map((label) => (
          <TextField
            key={label}
            id={`${id}-${label.toLowerCase()}`}
            label={label}
            data-first={marked === label || undefined}
            error={errors?.[label.toLowerCase()] ?? ''}
          />
        ))
      }
    </SavingDialog>
  )
}

test('a message goes when its field is changed, and comes back with the next refusal', async () => {
  show(<Form />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Name is taken')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name'), 'x')
  expect(screen.queryByText('Name is taken')).toBeNull()
  expect(screen.getByText('Email is wrong')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Email'), 'x')
  expect(screen.queryByText('Email is wrong')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Name is taken')).toBeTruthy()
})

test('the first field takes the focus, or the one that is marked for it', () => {
  const first = show(<Form />)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  first.unmount()
  show(<Form marked="Email" />)
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})
