import { listSiteVersions, readSiteDraft, restoreSiteVersion } from '@app/contracts/website/calls'
import { websiteRight } from '@app/contracts/website/right'
import type { WebsiteDraft, WebsiteVersion } from '@app/contracts/website/versions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { callApi } from '#lib/call-api'
import { queryOf, useSingleMutation } from '#lib/queries'
import { useMayEdit } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { Button, SmallButton } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { Tabs } from '#ui/tabs'
import { useToast } from '#ui/toast'
import { useMedia } from '#ui/use-media'
import { useAskedField } from './click-to-edit'
import { DraftBar, ScheduledNotice } from './draft-bar'
import { FactsForm } from './facts-form'
import { History } from './history'
import { PicturesForm } from './pictures-form'
import { Preview } from './preview'
import { PublishDialog } from './publish-dialog'
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

  if (isLoaded) return <Editor />
  if (error) return <LoadError error={error} fallback="Failed to load the website" onRetry={() => refetch()} />
  return <Loading>Loading the website...</Loading>
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
  useEffect(() => {
    const saveNow = () => void save()
    addEventListener('pagehide', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [save])
}
