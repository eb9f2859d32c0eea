import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onDesktopAndPhone } from './support/devices'
import { countInteractions } from './support/interactions'
import { expect, test } from './support/staff'

const run = promisify(execFile)
const headers = { 'sec-fetch-site': 'same-origin' }

onDesktopAndPhone(() => {
  test('access for a script takes 4 interactions, and the call that is shown with it answers', async ({ page }) => {
    const name = `Script ${Date.now()}`
    await page.goto('/admin/service-accounts')
    const counted = countInteractions()
    await counted(page.getByRole('button', { name: 'Create a service account' }).click())
    const form = page.getByRole('dialog', { name: 'Create a service account' })
    await counted(form.getByLabel('Name', { exact: true }).fill(name))
    await counted(form.getByRole('radiogroup', { name: 'Lessons' }).getByLabel('View').check())
    await counted(form.getByRole('button', { name: 'Create', exact: true }).click())
    const made = page.getByRole('dialog', { name })
    const call = await made.getByLabel('A first call, with the secret filled in').inputValue()
    expect(counted.total).toBe(4)
    await expect(made.getByRole('button', { name: 'Copy the call' })).toBeVisible()
    const { stdout } = await run('sh', ['-c', call])
    expect(JSON.parse(stdout)).toMatchObject({ page: 1, limit: 5 })

    const path = '/api/service-accounts'
    const { data } = (await (await page.request.get(path)).json()) as { data: { id: string; name: string }[] }
    await page.request.delete(`${path}/${data.find((one) => one.name === name)!.id}`, { headers })
  })
})
