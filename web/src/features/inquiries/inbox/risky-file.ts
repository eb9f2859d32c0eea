import type { Attachment } from '@app/contracts/messages'

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
