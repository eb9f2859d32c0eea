import { websiteRight } from '@app/contracts/policy'
import { listSiteVersions, readSiteDraft, restoreSiteVersion } from '@app/contracts/website/calls'
import type { WebsiteLogo } from '@app/contracts/website/logo'
import { pictureId, pictureUrl } from '@app/contracts/website/picture-address'
import { type WebsitePicture, widthsOf } from '@app/contracts/website/pictures'
import { shippedVersion, type WebsiteDraft, type WebsiteVersion } from '@app/contracts/website/versions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useMayEdit } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { useListener } from '#lib/use-listener'
import { Badge } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { PageSteps } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { Tabs } from '#ui/tabs'
import { useToast } from '#ui/toast'
import { useMedia } from '#ui/use-media'
import { useAskedField } from './click-to-edit'
import { DraftBar, ScheduledNotice } from './draft-bar'
import { FactsForm } from './facts-form'
import { PicturesForm } from './pictures-form'
import { Preview } from './preview'
import { ChangedValue, PublishDialog } from './publish-dialog'
import { RemovePicture } from './remove-picture'
import { TextsForm } from './texts-form'
import {
  contentAtom,
  forgetDoneAtom,
  isUnsavedAtom,
  loadDraftAtom,
  noteDoneAtom,
  otherDraftAtom,
  saveWebsiteAtom,
  settleConflictAtom,
  touchFieldAtom,
} from './website.atoms'

const tabs = { facts: 'Facts', texts: 'Texts', pictures: 'Look', preview: 'Preview', history: 'History' } as const
type Tab = keyof typeof tabs
/** Tabs beside the preview. */
const forms: Partial<Record<Tab, ComponentType>> = { facts: FactsForm, texts: TextsForm, pictures: PicturesForm }
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name)

const draftQuery = queryOf(readSiteDraft)

/** The owner's editor of the public page: facts, texts, a preview of the draft, publication and history. */
export function WebsitePage() {
  usePageTitle('Edit site')
  const { data, error, refetch } = useQuery(draftQuery)
  const load = useSetAtom(loadDraftAtom)
  const isLoaded = useAtomValue(contentAtom) !== undefined
  useEffect(() => {
    if (data) load(data as WebsiteDraft)
  }, [data, load])

  return isLoaded ? <Editor /> : <LoadState query={{ data: undefined, error, refetch }} what="the website" />
}

function Editor() {
  const mayEdit = useMayEdit(websiteRight)
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const [isPublishing, setPublishing] = useState(false)
  const save = useSetAtom(saveWebsiteAtom)
  const note = useSetAtom(noteDoneAtom)
  const forget = useSetAtom(forgetDoneAtom)
  const touch = useSetAtom(touchFieldAtom)
  const { restore, isRestoring } = useRestore()
  const isWide = useMedia('(min-width: 64rem)')
  useAutosave()
  useEffect(() => forget, [forget])

  const asked = search.get('show')
  const tab = isTab(asked) && !(isWide && asked === 'preview') ? asked : 'facts'
  useAskedField(tab)
  const Form = forms[tab]
  const shown = (Object.keys(tabs) as Tab[]).filter((each) => !(isWide && each === 'preview'))

  async function openDialog() {
    if (await save()) setPublishing(true)
  }
  function published(version: WebsiteVersion) {
    setPublishing(false)
    client.invalidateQueries({ queryKey: [listSiteVersions.id] })
    note('Published', version.id, () => restore(version.id - 1))
  }

  return (
    <>
      <DraftBar mayEdit={mayEdit} onPublish={openDialog} />
      <ConflictNotice />
      <ScheduledNotice mayEdit={mayEdit} />
      <Tabs
        label="Website"
        tabs={shown.map((key) => ({ key, label: tabs[key], href: `?show=${key}` }))}
        selected={tab}
        onSelect={(key) => setSearch({ show: key }, { replace: true })}
      >
        <div className="pt-5">
          {tab === 'history' && (
            <History mayEdit={mayEdit} isBusy={isRestoring} onRestore={({ id }) => restore(id, 'Live again')} />
          )}
          {tab === 'preview' && <Preview />}
          {Form && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
              <fieldset
                disabled={!mayEdit}
                className="min-w-0"
                onInput={({ target }) => touch((target as Element).id)}
                onBlur={({ target }) => touch(target.id)}
              >
                <legend className="sr-only">{tabs[tab]}</legend>
                <Form />
              </fieldset>
              {isWide && (
                <div className="sticky top-24 self-start">
                  <Preview />
                </div>
              )}
            </div>
          )}
        </div>
      </Tabs>
      {isPublishing && (
        <PublishDialog
          onClose={() => setPublishing(false)}
          onPublished={published}
          onScheduled={() => setPublishing(false)}
        />
      )}
    </>
  )
}

/** Makes a former version live again, after what is edited has been saved. */
function useRestore() {
  const client = useQueryClient()
  const save = useSetAtom(saveWebsiteAtom)
  const toast = useToast()
  const note = useSetAtom(noteDoneAtom)
  const { mutate, isPending } = useSingleMutation({
    mutationKey: ['restoreSiteVersion'],
    async mutationFn({ id }: { id: number; text?: string }) {
      await save()
      return callApi(restoreSiteVersion, { params: { id: String(id) } })
    },
    async onSuccess({ id }, { text = 'Undone' }) {
      await Promise.all([
        client.invalidateQueries({ queryKey: [listSiteVersions.id] }),
        client.invalidateQueries({ queryKey: draftQuery.queryKey }),
      ])
      note(text, id, () => mutate({ id: id - 1 }))
    },
    onError: (error) => toast({ error, text: 'The version could not be made live again.' }),
  })
  return { restore: (id: number, text?: string) => mutate({ id, ...(text && { text }) }), isRestoring: isPending }
}

/** Another person has changed or published the draft: nothing is replaced before this person chooses. */
function ConflictNotice() {
  const theirs = useAtomValue(otherDraftAtom)
  const settle = useSetAtom(settleConflictAtom)
  if (!theirs) return null
  const { changedAt, changedBy } = theirs
  return (
    <Notice tone="warn" title="Someone else is editing the website" takesFocus>
      <p>
        {changedAt
          ? `${changedBy} changed the draft on ${momentText(changedAt)}.`
          : 'The draft was published, or another version was made live.'}{' '}
        Your last changes are not saved.
      </p>
      <div className="flex flex-wrap gap-3 pt-1">
        <Button size="small" onClick={() => settle('theirs')}>
          Continue with theirs
        </Button>
        <SmallButton onClick={() => settle('mine')}>Replace it with mine</SmallButton>
      </div>
    </Notice>
  )
}

const pauseMs = 600

/** Saves the draft after a pause in typing, and when the page is left. */
function useAutosave() {
  const content = useAtomValue(contentAtom)
  const isUnsaved = useAtomValue(isUnsavedAtom)
  const save = useSetAtom(saveWebsiteAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each edit restarts the pause.
  useEffect(() => {
    if (!isUnsaved) return
    const timer = setTimeout(save, pauseMs)
    return () => clearTimeout(timer)
  }, [content, isUnsaved, save])
  useListener('pagehide', () => void save())
  useEffect(() => () => void save(), [save])
}

type Props = { mayEdit: boolean; isBusy: boolean; onRestore: (version: WebsiteVersion) => void }

/** Published versions, newest first, each with its changes. */
function History({ mayEdit, isBusy, onRestore }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(queryOf(listSiteVersions, { query: { page: String(page) } }))
  if (!data) return <LoadState query={{ data, error, refetch }} what="the history" />
  return (
    <div className="grid gap-4">
      <ol aria-label="Versions" className="grid gap-3">
        {data.data.map((version) => (
          <li key={version.id} className="grid gap-2 rounded-xl border border-line bg-card p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p className="mr-auto min-w-0 [overflow-wrap:anywhere]">
                <strong className="font-display">{titleOf(version)}</strong>
                {version.publishedAt && (
                  <span className="block text-muted text-sm">
                    {momentText(version.publishedAt)}, {version.publishedBy}
                  </span>
                )}
              </p>
              {version.isLive && <Badge tone="green" label="Live" />}
              {!version.isLive && mayEdit && (
                <SmallButton disabled={isBusy} onClick={() => onRestore(version)}>
                  Restore this version
                </SmallButton>
              )}
            </div>
            {version.changes.length > 0 && (
              <details className="text-sm">
                <summary className="cursor-pointer py-1.5 text-muted hover:underline">What it changed</summary>
                <ul className="grid gap-2 pt-1">
                  {version.changes.map((change) => (
                    <li key={change.path} className="border-line border-l-4 pl-3">
                      <ChangedValue {...change} />
                    </li>
                  ))}
                </ul>
                {mayEdit && <Pictures version={version} />}
              </details>
            )}
          </li>
        ))}
      </ol>
      <PageSteps page={page} pages={data.totalPages} onPage={setPage} />
    </div>
  )
}

const isPicture = (value: unknown): value is WebsitePicture | WebsiteLogo =>
  typeof value === 'object' && value !== null && 'id' in value && pictureId.test(String(value.id))
const picturesIn = (value: unknown) => [value].flat().filter(isPicture)

/** Photos and logos that a version put onto the page or took off it, as far as they are stored. */
function Pictures({ version: { id, changes } }: { version: WebsiteVersion }) {
  const found = new Map(
    changes.flatMap(({ before, after }) => [...picturesIn(before), ...picturesIn(after)]).map((one) => [one.id, one]),
  )
  return (
    <ul aria-label={`Pictures of version ${id}`} className="grid gap-2 pt-2 empty:hidden">
      {[...found.values()].map((picture, at) => (
        <li key={picture.id} className="flex flex-wrap items-center gap-3">
          {'crop' in picture && (
            <img
              src={pictureUrl(picture.id, widthsOf(picture)[0]!, 'webp')}
              alt={picture.alt}
              loading="lazy"
              className="h-16 w-24 rounded-lg bg-sunken object-cover"
            />
          )}
          <RemovePicture id={picture.id} label={`picture ${at + 1} of version ${id}`} />
        </li>
      ))}
    </ul>
  )
}

const titleOf = ({ id, restored }: WebsiteVersion) =>
  id === shippedVersion ? 'As shipped' : `Version ${id}${restored === null ? '' : `, version ${restored} again`}`
