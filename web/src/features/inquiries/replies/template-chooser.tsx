import { failureText } from '#lib/failure-text'
import { paths } from '#lib/paths'
import { Button } from '#ui/button'
import { ExternalLink } from '#ui/external-link'
import { Notice } from '#ui/notice'
import type { AnswerState } from './use-answer'

type Props = { state: Pick<AnswerState, 'templates' | 'values' | 'choose'> }

/** The matching reply templates, best first. A reply can also be written without them. */
export function TemplateChooser({ state: { templates, values, choose } }: Props) {
  const { data, error, refetch, isFetching } = templates
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor="reply-template" className="font-semibold">
          Template
        </label>
        <ExternalLink href={`${paths.admin}?table=reply_templates`} className="text-link text-sm">
          Edit templates
        </ExternalLink>
      </div>
      <select
        id="reply-template"
        value={values.template}
        onChange={({ target }) => choose(target.value)}
        className="control w-full min-w-0"
      >
        <option value="">{data || error ? 'No template' : 'Loading the templates...'}</option>
        {data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {error && (
        <Notice tone="bad">
          <p>{failureText(error, 'Failed to load the templates')}</p>
          <Button
            size="small"
            variant="outline"
            className="justify-self-start"
            disabled={isFetching}
            onClick={() => refetch()}
          >
            Try again
          </Button>
        </Notice>
      )}
    </div>
  )
}
