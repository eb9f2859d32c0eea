import { searchable } from '@app/contracts/comparable'

/** Subjects of automatic replies, by the common programs in the languages that are used most. */
const replies = [
  // English, German, Dutch, Danish, Norwegian, Swedish
  '(?:auto(?:mated|matic)?[- ]?(?:reply|response|responder|answer)|automatic message|vacation (?:reply|response|message))',
  '(?:automatische antwort(?: auf)?|auto-?antwort|abwesenheits(?:notiz|nachricht|assistent|meldung|benachrichtigung|info))',
  '(?:automatisch (?:antwoord|bericht)|automatische beantwoording|afwezigheids(?:bericht|assistent|melding))',
  '(?:automatis[ck]t? svar|auto-?svar|fravaersbesked|fravaersmelding|franvaromeddelande)',
  // French, Spanish, Catalan, Portuguese, Italian, Romanian
  "(?:(?:auto-?|message )?reponse automatique|auto-?reponse|message (?:automatique )?d'absence|notification d'absence)",
  '(?:respuesta automati(?:ca|zada)|auto-?respuesta|mensaje automatico|respuesta de (?:vacaciones|ausencia))',
  '(?:aviso de ausencia|resposta automatica|auto-?resposta|mensagem automatica|notificacao de ausencia)',
  '(?:risposta automatica|auto-?risposta|messaggio automatico|avviso di assenza|raspuns automat)',
  // Polish, Czech, Slovak, Hungarian, Croatian, Serbian, Slovenian, Finnish, Estonian, Latvian, Lithuanian, Greek, Turkish
  '(?:automatyczna odpowiedz|odpowiedz automatyczna|auto-?odpowiedz|automatick[ae] odpoved|automatikus valasz)',
  '(?:automatski odgovor|samodejni odgovor|automaattinen vastaus|automaatvastus|automatiska atbilde|automatinis atsakymas)',
  '(?:αυτοματη απαντηση|otomatik (?:yanit|cevap))',
  // Russian, Ukrainian, Bulgarian
  '(?:автоматический ответ|авто-?ответ|автоматическое (?:сообщение|уведомление)|автоматична відповідь)',
  '(?:авто-?відповідь|автоматичен отговор|автоматски одговор)',
  // Indonesian, Malay, Filipino, Swahili, Vietnamese
  '(?:(?:balasan|jawaban|balas|respons) (?:otomatis|automatik)|awtomatikong tugon|jibu (?:la )?(?:otomatiki|kiotomatiki))',
  '(?:(?:thu )?tra loi tu dong|tu dong tra loi|phan hoi tu dong|thu tu dong)',
  // Icelandic, Afrikaans, Luxembourgish, Welsh, Basque, Albanian, Zulu, Macedonian, Belarusian, Kazakh, Georgian, Armenian, Azerbaijani
  '(?:sjalfvirkt svar|outomatiese antwoord|automatiese antwoord|automatesch antwert|automatisch antwort|(?:ateb|ymateb) awtomatig|erantzun automatikoa?)',
  '(?:pergjigje automatike|impendulo (?:ezenzakalelayo|ezizenzekelayo)|автоматски одговор|аутоматски одговор|автоматичен одговор|автоматычны адказ)',
  '(?:автоматтық жауап|ავტომატური პასუხი|ավտոմատ պատասխան|avtomatik (?:cavab|javob)|автоматик жавоб|автомат хариу|freagra uathoibríoch|risposta automatika)',
  // Written otherwise by other programs
  '(?:(?:out of (?:the )?office|ooo) auto-?(?:reply|response)|this is an automat(?:ed|ic) (?:reply|response|message)|automatische (?:abwesenheitsnotiz|abwesenheitsnachricht|ruckmeldung|mail|nachricht)|ответ автоответчика|auto-?absage)',
  "(?:reponse d'absence|(?:accuse de reception|acuse de recibo|conferma di ricezione|confirmacao de recebimento) automati(?:que|co|ca)|automatic confirmation)",
  '(?:poissaoloilmoitus|awtomatikong sagot|auto-?antwoord|automatisk (?:bekreftelse|besked|meddelelse|bekraftelse)|resposta automatica|jawapan automatik|majibu ya kiotomatiki)',
  '(?:eingangsbestatigung|ontvangstbevestiging|(?:we have|we) received your (?:message|e-?mail|request|inquiry|enquiry)|your (?:message|e-?mail|request|inquiry|enquiry) (?:has been|was) received)',
  // Arabic, Persian, Urdu, Hebrew
  '(?:(?:ال)?تلقائي:? (?:ال)?رد|(?:ال)?رد (?:ال)?(?:تلقائي|آلي)|(?:ال)?إجابة (?:ال)?تلقائية|پاسخ خودکار|خودکار جواب|תשובה אוטומטית|מענה אוטומטי)',
]
/** The same in scripts without blanks between words. */
const unparted = [
  '(?:(?:休假|外出|离开|不在)?自[动動](?:回[复覆復信]|答[复覆復]|[应應回]答|返信|送信|配信|[应応應]答)|外出回[复覆復]|不在(?:通知|のお知らせ|返信|连絡|連絡))',
  '(?:(?:(?:부재|외출|휴가|출장) ?중 ?)?자동 ?(?:회신|응답|답장|답변)|부재 ?(?:알림|메시지|안내)|(?:การ)?ตอบ(?:กลับ|รับ)อัตโนมัติ|ငါ၏အလိုအလျောက်|အလိုအလျောက် ?(?:ပြန်စာ|ဖြေကြားချက်)|ឆ្លើយតប ?ស្វ័យប្រវត្តិ|ຕອບ ?ອັດຕະໂນມັດ)',
  '(?:स्वचालित (?:उत्तर|जवाब|प्रत्युत्तर|प्रतिसाद)|स्वत[ः:]? ?उत्तर|ऑटो ?(?:रिप्लाई|रिप्लाय|जवाब)|স্বয়ংক্রিয় (?:উত্তর|জবাব|প্রত্যুত্তর))',
  '(?:स्वयंचलित (?:उत्तर|प्रतिसाद)|தானியங்கு பதில்|స్వయంచాలక (?:ప్రత్యుత్తరం|సమాధానం)|ਸਵੈਚਲਿਤ ਜਵਾਬ|સ્વચાલિત (?:જવાબ|પ્રતિસાદ)|ಸ್ವಯಂಚಾಲಿತ (?:ಪ್ರತ್ಯುತ್ತರ|ಉತ್ತರ)|സ്വയമേവയുള്ള (?:മറുപടി|പ്രതികരണം)|യാന്ത്രിക മറുപടി|स्वचालित जवाफ|ස්වයංක්‍රීය පිළිතුර)',
]
/** That somebody is away. A person may begin a mail like that, but no answer: it keeps the subject that it answers. */
const absences = [
  "(?:(?:i am |i'm )?(?:currently )?(?:out[- ]of[- ](?:the[- ])?office|away(?: from (?:my |the )?(?:e-?mail|mail|desk|office))?|on (?:(?:annual|parental|maternity|paternity|sick|medical) leave|vacation|holiday|leave|pto)|ooo|unavailable|thank you for (?:your (?:e-?mail|message|inquiry|enquiry)|contacting|reaching out|writing)))",
  '(?:(?:ich bin )?(?:derzeit |zurzeit |zur zeit |aktuell |im moment )?(?:abwesend|abwesenheit|(?:im|in) urlaub|urlaub|nicht im (?:buro|haus)|au(?:ss|ß)er haus|verreist))',
  '(?:(?:je suis )?(?:actuellement )?(?:absent(?:\\(?e\\)?)?(?: du bureau)?|absence(?: du bureau)?|hors du bureau|en (?:conges?|vacances|deplacement)))',
  '(?:(?:estoy |me encuentro )?(?:ausente(?: de la oficina)?|ausencia|fuera de (?:la )?oficina|de vacaciones|vacaciones))',
  '(?:(?:estou )?(?:ausente(?: do escritorio)?|ausencia(?: temporaria)?|fora do escritorio|(?:de |em )?ferias))',
  "(?:(?:sono )?(?:assente|assenza(?: dall'ufficio)?|fuori (?:sede|ufficio|dall'ufficio)|in ferie|ferie))",
  '(?:(?:ik ben )?(?:afwezig|niet aanwezig|buiten kantoor|op vakantie|met vakantie)|poissa|franvarande|franvaro|fravaerende|fravaer|ikke til stede|ikke pa kontoret|inte pa kontoret|uti av kontoret|ude af kontoret)',
  '(?:(?:jestem )?(?:poza biurem|nieobecn(?:y|a|osc)|na urlopie)|urlop|mimo kancelar(?:ie|ia|iu)?|mimo uradu|hazon kivul|irodan kivul|plecat din birou|in concediu|na godisnjem|izvan ureda|na dopustu|izven pisarne)',
  '(?:(?:я )?(?:вне офиса|в отпуске|отсутствую|отсутствие(?: на рабочем месте)?|нет на месте|не на месте)|(?:я )?(?:у відпустці|відсутн(?:ій|я|ість)|поза офісом)|извън офиса|в отпуск съм|ван канцеларије|εκτος γραφειου|σε αδεια)',
  '(?:ofis disinda(?:yim)?|ofiste degilim|izindeyim|izinli|tatildeyim|di luar kantor|sedang (?:tidak di kantor|cuti)|cuti|vang mat|ngoai van phong|nghi phep)',
  '(?:(?:أنا )?(?:خارج (?:ال)?مكتب|في إجازة|غير موجود)|دفتر سے باہر|خارج از دفتر|מחוץ למשרד)',
]
const unpartedAbsences = [
  '(?:不在(?:[办辦]公室)?|外出(?:中)?|休假(?:中)?|出差(?:中)?|我[不正]在(?:办公室|休假)|離席中|休暇中|出張中|부재 ?중|외출 ?중|휴가 ?중|출장 ?중)',
  '(?:(?:मैं )?(?:कार्यालय से बाहर|कार्यालय में नहीं|छुट्टी पर)|(?:আমি )?(?:অফিসের বাইরে|ছুটিতে)|ไม่อยู่|นอกสำนักงาน)',
]

/** As `searchable` writes subjects: case and accents do not count. */
const folded = (patterns: readonly string[]) => searchable(patterns.join('|'))
const opening = '^[\\[({<【（「『〔［*"\' ]{0,3}'
const ending = '(?![\\p{L}\\p{N}])'
const replyFirst = new RegExp(`${opening}(?:auto: ?)?(?:(?:${folded(replies)})${ending}|(?:${folded(unparted)}))`, 'u')
/** "Lessons [Auto-Reply]", "Lessons - Automatische Antwort". */
const replyLast = new RegExp(`(?:[\\[(【（]| [-|] )(?:${folded(replies)}|${folded(unparted)})[\\])】） .!]{0,3}$`, 'u')
const absenceFirst = new RegExp(
  `${opening}(?:auto(?:matic)?: ?)?(?:(?:${folded(absences)})${ending}|(?:${folded(unpartedAbsences)}))`,
  'u',
)
/** "AUTO: Kim is out of the office", as Notes writes it. */
const notes = /^auto: .{1,80} is (?:currently )?(?:out|away|on)\b/
/** "Out of office: Lessons", "Away Re: Lessons", and nothing that a sentence goes on with. */
const absenceAlone = new RegExp(`(${absenceFirst.source}) ?(?:$|[:|\\])】]|\\(re|until\\b|(?=re:))(?: ?re:)?`, 'u')
/** "Vacation Re: Lessons": the word alone may be about lessons. */
const leave =
  /^(?:(?:annual|maternity|paternity|parental|medical|sick|family) leave|vacation|holidays?|sabbatical|pto)[-: ]{1,3}re:/
/** Of absences, those that nobody reports to a school: "Absence: Ben" may be about a lesson. */
const isFromOffice =
  /ooo|offi[cs]|oficina|bureau|escritorio|ufficio|sede|buro|kantoor|biur|офіс|офис|ofis|kantor|van phong|办公|辦公|مكتب|दफ्तर|कार्यालय|অফিস|re:$/u

/**
 * True if a subject alone says that a program has answered. A person can write the same, so what this finds is a guess. `isAnswer`: the mail
 * names one that it answers.
 */
export function isAutomaticSubject(subject: string, isAnswer: boolean): boolean {
  const text = searchable(subject.slice(0, 300))
  if (replyFirst.test(text) || replyLast.test(text) || notes.test(text)) return true
  if (isAnswer) return absenceFirst.test(text) || leave.test(text)
  const [found] = absenceAlone.exec(text) ?? []
  return found !== undefined && isFromOffice.test(found)
}

const picture = /^(?:\p{Extended_Pictographic}|[❤♥👍])/u
/** The words of Outlook for addresses outside of its own organization. */
const reacted =
  /\b(?:reacted to your (?:message|e-?mail)|hat auf ihre nachricht reagiert|a reagi a votre message|reacciono a tu mensaje|ha reaccionado a (?:tu|su) mensaje|reagiu a sua mensagem|ha reagito al tuo messaggio|heeft gereageerd op (?:je|uw) bericht|zareagowal\(?a?\)? na (?:twoja|panstwa) wiadomosc|reagerade pa ditt meddelande)\b/
const maxReaction = 160

/**
 * True if a text is one that programs write when a person presses a picture below a mail: one line that begins with the picture and names Gmail, in
 * any language, or that says so.
 */
export function isReaction(text: string): boolean {
  const line = text.trim()
  if (line.length > maxReaction || line.includes('\n\n')) return false
  return (picture.test(line) && /\bgmail\b/i.test(line)) || reacted.test(searchable(line))
}

/** The headers of a mail, by lower-case name: the first value of each. */
export type Headers = ReadonlyMap<string, string>

export type Kind = 'person' | 'bounce' | 'complaint' | 'automated'
/** `isGuess`: a person may have sent it. */
type Classified = { kind: Kind; reason: string; isGuess?: boolean }

const programs = /^(?:mailer-daemon|postmaster)@/i
/** Headers that only automatic replies have. */
const responding = [
  ...['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-auto-reply-from', 'x-mail-autoreply', 'x-autoreply-from'],
  ...['x-autoreply-domain', 'x-vacation', 'x-out-of-office', 'x-ms-exchange-inbox-rules-loop', 'x-auto-reply'],
  ...['x-autoresponse', 'x-auto-response', 'x-automatic-reply', 'x-automatic-response', 'x-vacation-reply'],
  ...['x-out-of-office-reply', 'x-ooo', 'x-is-autoreply', 'x-auto-replied', 'x-autoreply-to'],
  'x-fc-machinegenerated',
]
/** Names of programs that answer by themselves. */
const isResponder = /auto-?_?(?:reply|replied|respon)|vacation|out-?of-?office/

export const isAnswer = (headers: Headers): boolean => headers.has('in-reply-to') || headers.has('references')

/** Tells mails of people from mails of programs: RFC 3834, RFC 3464, RFC 5965, RFC 2919 and what was usual before. */
export function classify(headers: Headers, sender: string, returnPath = headers.get('return-path')): Classified {
  const value = (name: string) => headers.get(name)?.trim().toLowerCase() ?? ''
  const type = value('content-type')
  if (/^multipart\/report\b/.test(type)) {
    if (/report-type\s*=\s*"?delivery-status/.test(type)) return { kind: 'bounce', reason: 'A delivery report.' }
    if (/report-type\s*=\s*"?feedback-report/.test(type))
      return { kind: 'complaint', reason: 'The recipient marked a mail of yours as spam.' }
    return { kind: 'automated', reason: 'A report of a mail program.' }
  }
  const automated = (reason: string): Classified => ({ kind: 'automated', reason })
  const submitted = value('auto-submitted').split(/[;\s]/)[0] ?? ''
  if (submitted && submitted !== 'no')
    return automated(submitted === 'auto-replied' ? 'An automatic reply.' : 'Sent by a program.')
  if (
    ['precedence', 'x-precedence', 'preference'].some((name) => /^auto[_-]?reply/.test(value(name))) ||
    isResponder.test(value('x-mailer')) ||
    /^(?:reply|replied|yes|true)/.test(value('x-autogenerated')) ||
    /autorespond/.test(value('x-post-messageclass')) ||
    responding.some((name) => headers.has(name))
  )
    return automated('An automatic reply.')
  // Groups that share an inbox say so of each mail, also of the answers of people.
  const isOfList = headers.has('list-id') || value('precedence') === 'list'
  if (
    (isOfList && !isAnswer(headers)) ||
    (headers.has('list-unsubscribe') && !headers.has('list-id')) ||
    ['precedence', 'x-precedence'].some((name) => /^(?:bulk|junk)$/.test(value(name)))
  )
    return automated('A mailing list or a newsletter.')
  if (returnPath?.trim() === '<>' || programs.test(sender)) return automated('Sent by a mail server.')
  if (isAutomaticSubject(headers.get('subject')?.trim() ?? '', isAnswer(headers)))
    return { ...automated('Maybe an automatic reply: its subject begins like one.'), isGuess: true }
  // Exchange says so in its own, and some programs in all that they send.
  if (isAnswer(headers) && /\b(?:all|oof|autoreply)\b/.test(value('x-auto-response-suppress')))
    return { ...automated('Maybe an automatic reply: it asks for none.'), isGuess: true }
  return { kind: 'person', reason: '' }
}

/** The verdict of the receiving server's filter. */
export const isFlaggedAsSpam = (headers: Headers): boolean =>
  /^yes\b/i.test(headers.get('x-spam-flag')?.trim() ?? '') || /^yes\b/i.test(headers.get('x-spam-status')?.trim() ?? '')
