import { paths } from '#lib/paths'
import { SmallButton } from '#ui/button'
import { ExternalLink } from '#ui/external-link'
import { option } from '#ui/field'
import { Failure } from '#ui/load-state'
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
        {data?.map(({ id, title }) => option(id, title))}
      </select>
      <Failure error={error} fallback="Failed to load the templates">
        <SmallButton disabled={isFetching} onClick={() => refetch()}>
          Try again
        </SmallButton>
      </Failure>
    </div>
  )
}
