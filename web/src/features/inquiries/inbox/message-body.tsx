import type { readInbound } from '@app/contracts/inbound'
import type { Attachment, Message, MessageCut, MessagePart } from '@app/contracts/messages'
import { useQuery } from '@tanstack/react-query'
import { Paperclip, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import type { queryOf } from '#lib/queries'
import { Choice, MailText } from './mail-text'
import { cutOf, type ThreadMessage } from './messages'

/** Endings that the common systems run, install or mount when such a file is opened, or whose macros or scripts run in it. */
const active = new Set(
  [
    'exe com scr pif cpl msi msp mst msu msix msixbundle appx appxbundle appinstaller appref-ms vsto bat cmd vb vbs vbe vbscript js jse mjs ws wsf wsh wsc sct hta',
    'ps1 ps1xml ps2 ps2xml psm1 psd1 psc1 psc2 cdxml msh msh1 msh2 mshxml shb shs wsb xbap xnk osd prg bas asp aspx asx udl',
    'lnk url desktop webloc website scf inf reg gadget application jnlp jar class dll sys ocx drv apk ipa xpi crx',
    'app command action workflow terminal tool dmg pkg mpkg mobileconfig fileloc inetloc webarchive deb rpm appimage snap',
    'flatpakref run bin elf out sh bash zsh csh ksh fish py pyw pyc pyo pyz pyzw rb pl php',
    'iso img vhd vhdx udf cab library-ms search-ms searchconnector-ms settingcontent-ms diagcab diagcfg diagpkg printerexport theme themepack chm hlp msc mht mhtml one onepkg',
    'html htm xhtml xht shtml svg svgz xml xsl xll',
    'docm dotm xlsm xlsb xltm xlam pptm potm ppam ppsm sldm mdb mde accdb accde ade adp rdp ica slk iqy oqy',
  ].flatMap((line) => line.split(' ')),
)
/** Endings of what people expect to read: one that stands before another ending is there to be read as the last. */
const documents = new Set(
  'pdf doc docx odt rtf txt csv xls xlsx ods ppt pptx odp jpg jpeg png gif webp heic avif mp3 mp4 mov'.split(' '),
)
/** Of a file that wraps another, whose name it keeps. */
const wrappers = new Set('gz bz2 xz zst asc sig gpg pgp p7m p7s eml'.split(' '))
const programTypes = /^application\/(x-)?(msdownload|dosexec|elf|executable|mach-binary|ms-shortcut|msi|java-archive)/

/** The endings of a name, the last one first, as a system reads it: dots and blanks at its end do not count. */
const endingsOf = (name: string) =>
  name
    .toLowerCase()
    .split('.')
    .slice(1)
    .map((part) => part.trim())
    .filter(Boolean)
    .reverse()

/** Why a file of a stranger may harm whoever opens it, by its name and by what its bytes are. */
export function riskOf({ name, type }: Pick<Attachment, 'name' | 'type'>): string | undefined {
  const [last = '', before = ''] = endingsOf(name)
  const isHidden = before !== last && documents.has(before) && !documents.has(last) && !wrappers.has(last)
  const looks = isHidden ? `It looks like a .${before} file. ` : ''
  if (programTypes.test(type) && !active.has(last)) return `${looks}It is a program, whatever its name says.`
  if (active.has(last)) return `${looks}A .${last} file can run on your computer. Open it only if you expected it.`
  return isHidden ? `It looks like a .${before} file, but is a .${last} file.` : undefined
}

/** The quoted text and the signature of a message, folded; `children` is below it. */
const QuotedText = ({ text, children }: { text: string; children?: ReactNode }) =>
  text && (
    <details className="text-sm">
      <summary className="min-h-8 w-fit cursor-pointer content-center text-muted">Quoted text</summary>
      <p className="whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{text}</p>
      {children}
    </details>
  )

/** Files that came with a message, to download: none of them is ever opened here. */
export const AttachmentList = ({ attachments }: { attachments: readonly Attachment[] }) =>
  attachments.length > 0 && (
    <ul aria-label="Attachments" className="flex flex-wrap gap-x-4 text-sm">
      {attachments.map((file) => (
        <li key={file.url ?? file.name} className="min-w-0 [overflow-wrap:anywhere]">
          <File file={file} />
        </li>
      ))}
    </ul>
  )

function File({ file }: { file: Attachment }) {
  const id = useId()
  const { name, url } = file
  if (!url) return `${name}: too large to be kept`
  const risk = riskOf(file)
  return (
    <>
      <a
        href={url}
        download={name}
        aria-describedby={risk && id}
        className="text-link inline-flex min-h-8 max-w-full items-center gap-1.5"
      >
        <Paperclip className="size-4 shrink-0" />
        {/* A name that is written from right to left turns around nothing next to it, and blanks in it are seen. */}
        <bdi className="whitespace-pre-wrap">{name}</bdi>
      </a>
      {risk && (
        <p id={id} className="flex items-start gap-1.5 pb-1.5 text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {risk}
        </p>
      )}
    </>
  )
}

/** Where the author of a mail wants to be answered, if not at its address. */
export const WantedAnswers = ({ addresses }: { addresses: readonly string[] }) =>
  addresses.length > 0 && (
    <p className="text-muted text-sm [overflow-wrap:anywhere]">Asks for replies at {addresses.join(', ')}</p>
  )

type Query = ReturnType<typeof queryOf<typeof readInbound>>

type Props = {
  message: Pick<ThreadMessage, 'text' | 'html' | 'quoted' | 'attachments'> &
    Pick<Message, 'hasHtml' | 'isCut'> & { cut?: readonly MessageCut[] | undefined }
  read: (part: MessagePart) => Query
  className?: string
}

/** A part of a message, once somebody asks for it. */
function usePart(query: Query) {
  const [isAsked, setAsked] = useState(false)
  const { data, error } = useQuery({ ...query, enabled: isAsked, staleTime: Number.POSITIVE_INFINITY })
  return { data, error, ask: () => setAsked(true) }
}

/** The text of a message. Its formatting, and what is long, are read on request, each alone: together they are large. */
export function MessageBody({ message, read, className = '' }: Props) {
  const text = usePart(read('text'))
  const markup = usePart(read('html'))
  const quotation = usePart(read('quoted'))
  const shown = text.data ?? message
  const html = markup.data?.html ?? shown.html
  const isBeginning = !text.data && cutOf(message).some((part) => part === 'text' || part === 'files')
  const error = text.error ?? markup.error ?? quotation.error
  return (
    <>
      <MailText
        key={`${text.data !== undefined} ${markup.data !== undefined}`}
        text={shown.text}
        html={html}
        className={className}
        startsFormatted={markup.data !== undefined}
      />
      {isBeginning && <Choice onClick={text.ask}>Show the whole message</Choice>}
      {!isBeginning && !html && shown.hasHtml && <Choice onClick={markup.ask}>Show formatting</Choice>}
      {error && <p className="text-bad text-sm">{failureText(error, 'Failed to load the message')}</p>}
      <QuotedText text={quotation.data?.quoted ?? shown.quoted}>
        {!quotation.data && cutOf(shown).includes('quoted') && (
          <Choice onClick={quotation.ask}>Show all quoted text</Choice>
        )}
      </QuotedText>
      <AttachmentList attachments={shown.attachments} />
    </>
  )
}
