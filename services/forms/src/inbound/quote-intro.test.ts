import { textOfMarkup } from '@app/rich-text/clean-rich-text'
import { expect, test } from 'vitest'
import { splitQuote } from './quote-intro'

/** How programs introduce the mail that is answered, in the languages that they write. */
const attributions: Record<string, string[]> = {
  gmail: [
    'On Mon, Nov 23, 2026 at 9:02 AM Archery School <hello@archery.example> wrote:',
    'Am Mo., 23. Nov. 2026 um 09:02 Uhr schrieb Archery School <hello@archery.example>:',
    'Le lun. 23 nov. 2026 à 09:02, Archery School <hello@archery.example> a écrit :',
    'El lun, 23 nov 2026 a las 9:02, Archery School (<hello@archery.example>) escribió:',
    'Em seg., 23 de nov. de 2026 às 09:02, Archery School <hello@archery.example> escreveu:',
    'Il giorno lun 23 nov 2026 alle ore 09:02 Archery School <hello@archery.example> ha scritto:',
    'Op ma 23 nov 2026 om 09:02 schreef Archery School <hello@archery.example>:',
    'pon., 23 lis 2026 o 09:02 Archery School <hello@archery.example> napisał(a):',
    'Den mån 23 nov. 2026 kl 09:02 skrev Archery School <hello@archery.example>:',
    'Den man. 23. nov. 2026 kl. 09.02 skrev Archery School <hello@archery.example>:',
    'man. 23. nov. 2026 kl. 09:02 skrev Archery School <hello@archery.example>:',
    'ma 23. marrask. 2026 klo 9.02 Archery School (hello@archery.example) kirjoitti:',
    'po 23. 11. 2026 v 9:02 odesílatel Archery School <hello@archery.example> napsal:',
    'po 23. 11. 2026 o 9:02 Archery School <hello@archery.example> napísal(a):',
    'Archery School <hello@archery.example> ezt írta (időpont: 2026. nov. 23., H, 9:02):',
    'În lun., 23 nov. 2026 la 09:02, Archery School <hello@archery.example> a scris:',
    'Archery School <hello@archery.example>, 23 Kas 2026 Pzt, 09:02 tarihinde şunu yazdı:',
    'пн, 23 нояб. 2026 г. в 09:02, Archery School <hello@archery.example>:',
    'пн, 23 лист. 2026 р. о 09:02 Archery School <hello@archery.example> пише:',
    'На пн, 23.11.2026 г. в 9:02 Archery School <hello@archery.example> написа:',
    'Στις Δευ 23 Νοε 2026 στις 9:02 π.μ., ο/η Archery School <hello@archery.example> έγραψε:',
    'Archery School <hello@archery.example> 于2026年11月23日周一 09:02写道：',
    'Archery School <hello@archery.example> 於 2026年11月23日 週一 上午9:02寫道：',
    '2026年11月23日(月) 9:02 Archery School <hello@archery.example>:',
    '2026년 11월 23일 (월) 오전 9:02, Archery School <hello@archery.example>님이 작성:',
    'في الاثنين، 23 نوفمبر 2026 في 9:02 ص تمت كتابة ما يلي بواسطة Archery School <hello@archery.example>:',
    '‫בתאריך יום ב׳, 23 בנוב׳ 2026 ב-9:02 מאת ‪Archery School‬‏ <‪hello@archery.example‬‏>:‬',
    'در تاریخ دوشنبه ۲۳ نوامبر ۲۰۲۶،‏ ۹:۰۲ Archery School <hello@archery.example> نوشت:',
    'सोम, 23 नव॰ 2026 को 9:02 am बजे को Archery School <hello@archery.example> ने लिखा:',
    'เมื่อ จ. 23 พ.ย. 2026 เวลา 09:02 Archery School <hello@archery.example> เขียนว่า:',
    'Vào Th 2, 23 thg 11, 2026 vào lúc 09:02 Archery School <hello@archery.example> đã viết:',
    'Pada Sen, 23 Nov 2026 pukul 09.02 Archery School <hello@archery.example> menulis:',
    'pon, 23. stu 2026. u 09:02 Archery School <hello@archery.example> napisao je:',
    '2026-11-23, pr, 09:02 Archery School <hello@archery.example> rašė:',
  ],
  apple: [
    'On Nov 23, 2026, at 9:02 AM, Archery School <hello@archery.example> wrote:',
    'Am 23.11.2026 um 09:02 schrieb Archery School <hello@archery.example>:',
    'Le 23 nov. 2026 à 09:02, Archery School <hello@archery.example> a écrit :',
    'El 23 nov 2026, a las 9:02, Archery School <hello@archery.example> escribió:',
    'Il giorno 23 nov 2026, alle ore 09:02, Archery School <hello@archery.example> ha scritto:',
    'Op 23 nov. 2026, om 09:02 heeft Archery School <hello@archery.example> het volgende geschreven:',
    'No dia 23/11/2026, às 09:02, Archery School <hello@archery.example> escreveu:',
    '23 nov. 2026 kl. 09:02 skrev Archery School <hello@archery.example>:',
    '2026/11/23 9:02、Archery School <hello@archery.example>のメール:',
    '在 2026年11月23日，09:02，Archery School <hello@archery.example> 写道：',
    '2026. 11. 23. 오전 9:02, Archery School <hello@archery.example> 작성:',
    '23 нояб. 2026 г., в 09:02, Archery School <hello@archery.example> написал(а):',
    'Wiadomość napisana przez Archery School <hello@archery.example> w dniu 23 lis 2026, o godz. 09:02:',
    'Archery School <hello@archery.example> şunları yazdı (23 Kas 2026 09:02):',
  ],
  yahoo: [
    'On Monday, November 23, 2026 at 09:02:11 AM PST, Archery School <hello@archery.example> wrote:',
    'Am Montag, 23. November 2026 um 09:02:11 MEZ hat Archery School <hello@archery.example> Folgendes geschrieben:',
    'Le lundi 23 novembre 2026 à 09:02:11 UTC+1, Archery School <hello@archery.example> a écrit :',
    'En lunes, 23 de noviembre de 2026, 09:02:11 CET, Archery School <hello@archery.example> escribió:',
    'Il lunedì 23 novembre 2026 alle ore 09:02:11 CET, Archery School <hello@archery.example> ha scritto:',
    'Em segunda-feira, 23 de novembro de 2026 às 09:02:11 BRT, Archery School <hello@archery.example> escreveu:',
    '2026年11月23日月曜日 9:02:11 JST、Archery School <hello@archery.example> は書きました:',
    '2026年11月23日 星期一 上午09:02:11 [GMT+8]， Archery School <hello@archery.example> 寫道：',
  ],
  thunderbird: [
    'On 11/23/2026 9:02 AM, Archery School wrote:',
    'Am 23.11.26 um 09:02 schrieb Archery School:',
    'Le 23/11/2026 à 09:02, Archery School a écrit :',
    'El 23/11/26 a las 9:02, Archery School escribió:',
    'Il 23/11/2026 09:02, Archery School ha scritto:',
    'Op 23-11-2026 om 09:02 schreef Archery School:',
    'W dniu 23.11.2026 o 09:02, Archery School pisze:',
    'Em 23/11/2026 09:02, Archery School escreveu:',
    'Den 2026-11-23 kl. 09:02, skrev Archery School:',
    'Dne 23. 11. 26 v 9:02 Archery School napsal(a):',
    '23.11.2026 9:02, Archery School пишет:',
    '2026. 11. 23. 9:02 keltezéssel, Archery School írta:',
    'Archery School kirjoitti 23.11.2026 klo 9.02:',
    'On 2026/11/23 9:02, Archery School wrote:',
    '在 2026/11/23 9:02, Archery School 写道:',
    '2026-11-23 오전 9:02에 Archery School 이(가) 쓴 글:',
    '23.11.2026 09:02 tarihinde Archery School yazdı:',
    'Στις 23/11/2026 9:02 π.μ., ο/η Archery School έγραψε:',
  ],
}
/** The header that Outlook writes above it. */
const headers = [
  'From: Archery School <hello@archery.example>\nSent: Monday, November 23, 2026 9:02 AM\nTo: Robin <robin@example.org>\nSubject: Re: Lesson',
  'Von: Archery School <hello@archery.example>\nGesendet: Montag, 23. November 2026 09:02\nAn: Robin <robin@example.org>\nBetreff: AW: Lesson',
  'De : Archery School <hello@archery.example>\nEnvoyé : lundi 23 novembre 2026 09:02\nÀ : Robin <robin@example.org>\nObjet : RE: Lesson',
  'De: Archery School <hello@archery.example>\nEnviado: lunes, 23 de noviembre de 2026 9:02\nPara: Robin <robin@example.org>\nAsunto: RE: Lesson',
  'De: Archery School <hello@archery.example>\nEnviada em: segunda-feira, 23 de novembro de 2026 09:02\nPara: Robin <robin@example.org>\nAssunto: RES: Lesson',
  'Da: Archery School <hello@archery.example>\nInviato: lunedì 23 novembre 2026 09:02\nA: Robin <robin@example.org>\nOggetto: R: Lesson',
  'Van: Archery School <hello@archery.example>\nVerzonden: maandag 23 november 2026 09:02\nAan: Robin <robin@example.org>\nOnderwerp: RE: Lesson',
  'Od: Archery School <hello@archery.example>\nWysłano: poniedziałek, 23 listopada 2026 09:02\nDo: Robin <robin@example.org>\nTemat: RE: Lesson',
  'Från: Archery School <hello@archery.example>\nSkickat: den 23 november 2026 09:02\nTill: Robin <robin@example.org>\nÄmne: SV: Lesson',
  'Fra: Archery School <hello@archery.example>\nSendt: 23. november 2026 09:02\nTil: Robin <robin@example.org>\nEmne: SV: Lesson',
  'Lähettäjä: Archery School <hello@archery.example>\nLähetetty: maanantai 23. marraskuuta 2026 9.02\nVastaanottaja: Robin <robin@example.org>\nAihe: VS: Lesson',
  'Od: Archery School <hello@archery.example>\nOdesláno: pondělí 23. listopadu 2026 9:02\nKomu: Robin <robin@example.org>\nPředmět: RE: Lesson',
  'От: Archery School <hello@archery.example>\nОтправлено: понедельник, 23 ноября 2026 г. 9:02\nКому: Robin <robin@example.org>\nТема: RE: Lesson',
  'Від: Archery School <hello@archery.example>\nНадіслано: понеділок, 23 листопада 2026 р. 9:02\nКому: Robin <robin@example.org>\nТема: RE: Lesson',
  'Gönderen: Archery School <hello@archery.example>\nGönderildi: 23 Kasım 2026 Pazartesi 09:02\nKime: Robin <robin@example.org>\nKonu: YNT: Lesson',
  '发件人: Archery School <hello@archery.example>\n发送时间: 2026年11月23日 9:02\n收件人: Robin <robin@example.org>\n主题: 回复: Lesson',
  '差出人: Archery School <hello@archery.example>\n送信日時: 2026年11月23日 9:02\n宛先: Robin <robin@example.org>\n件名: RE: Lesson',
  '보낸 사람: Archery School <hello@archery.example>\n보낸 날짜: 2026년 11월 23일 월요일 오전 9:02\n받는 사람: Robin <robin@example.org>\n제목: RE: Lesson',
  'Από: Archery School <hello@archery.example>\nΣτάλθηκε: Δευτέρα, 23 Νοεμβρίου 2026 9:02 πμ\nΠρος: Robin <robin@example.org>\nΘέμα: RE: Lesson',
  'من: Archery School <hello@archery.example>\nتم الإرسال: الاثنين، 23 نوفمبر 2026 9:02 ص\nإلى: Robin <robin@example.org>\nالموضوع: رد: Lesson',
  'מאת: Archery School <hello@archery.example>\nנשלח: יום שני 23 נובמבר 2026 09:02\nאל: Robin <robin@example.org>\nנושא: תשובה: Lesson',
  '-----Original Message-----\nFrom: Archery School <hello@archery.example>\nSent: Monday, November 23, 2026 9:02 AM\nTo: Robin\nSubject: Re: Lesson',
  '-----Ursprüngliche Nachricht-----\nVon: Archery School <hello@archery.example>\nGesendet: Montag, 23. November 2026 09:02\nAn: Robin\nBetreff: AW: Lesson',
  '-----Mensaje original-----\nDe: Archery School <hello@archery.example>\nEnviado el: lunes, 23 de noviembre de 2026 9:02\nPara: Robin\nAsunto: RE: Lesson',
]

const quoted = '> Does ten suit you?\n>\n> See you soon'
const answer = 'Yes, ten is fine.'
const all = [
  ...Object.entries(attributions).flatMap(([client, intros]) => intros.map((one) => [client, one])),
  ...headers.map((one) => ['outlook', one]),
]

test.each(all as [string, string][])('what %s writes above a quotation is folded with it: %s', (_, intro) => {
  const broken = intro.replace(/ (?=[<(])/, '\n')
  for (const text of [
    `${answer}\n\n${intro}\n${quoted}`,
    `${answer}\n\n${intro}\n\n${quoted}\n`,
    `${answer}\r\n\r\n${broken}\r\n\r\n${quoted.replaceAll('\n', '\r\n')}`,
    `${answer}\n\n${intro.replaceAll(/^/gm, '> ')}\n${quoted}`,
  ]) {
    const found = splitQuote(text)
    expect(found.text).toBe(answer)
    expect(found.quoted).toContain('Archery School')
    expect(found.quoted).toContain('See you soon')
  }
  expect(splitQuote(`${answer}\n\nRobin\n\n${intro}\n\n${quoted}`).text).toBe(`${answer}\n\nRobin`)
})

test.each(headers)('Outlook marks no line of what is below its header: %s', (header) => {
  const bold = header.replaceAll(/^(\S[^:\n]*:)/gm, '*$1*')
  for (const one of [header, bold, `________________________________\n${header}`])
    expect(splitQuote(`${answer}\n\n${one}\n\nDoes ten suit you?\n\nSee you soon`)).toEqual({
      ...{ text: answer, quoted: expect.stringMatching(/Archery School[\s\S]*See you soon$/) },
    })
})

const intro = 'пн, 23 нояб. 2026 г. в 09:02, Archery School <hello@archery.example>:'
test.each([
  [
    'between quotations',
    `Hi,\n\n${intro}\n> Which time?\nTen is fine.\n> How many?\n\nThree.\n\n> Bye`,
    'Hi,\nTen is fine.\nThree.',
  ],
  ['below a quotation', `${intro}\n> Does ten suit you?\n\nTen is fine.`, 'Ten is fine.'],
  [
    'below one in Chinese',
    '在 2026年11月23日，09:02，School <a@archery.example> 写道：\n\n> Which time?\n\nTen is fine.',
    'Ten is fine.',
  ],
  ['above and below', `See below.\n\n${intro}\n\n> Which time?\n\nTen is fine.`, 'See below.\nTen is fine.'],
  [
    'in markup',
    textOfMarkup(
      '<p>Hello,</p><blockquote>Which time?</blockquote><p>Ten.</p><blockquote>How many?</blockquote><p>Three.</p>',
    ),
    'Hello,\nTen.\nThree.',
  ],
])('answers are shown: %s', (_, text, shown) => {
  expect(splitQuote(text).text).toBe(shown)
})

test.each([
  'From: Ann Lee <ann@example.org>\nSubject: Lessons\n\nMessage Body:\nWhen do you open?',
  'You have a new message:\n\nFrom: Ann Lee <ann@example.org>\nSubject: Lessons\n\nMessage Body:\nWhen do you open?',
  'New entry\n\nName: Ann\nEmail: ann@example.org\nDate: 2026-12-05 10:00\nMessage: Hi',
  'Neue Anfrage\n\nVon: Ann <ann@example.org>\nTelefon: 5550142\n\nWann öffnen Sie?',
  'I come at 10:30:\nwith ann@example.org\n\nOK?',
  'We meet on 12/5/26 at 10:30:\n\nBen\nAnn',
  'Saturday works.\n----\nCan we also bring a dog?\nRobin',
  'Thanks\nKind regards,\nRobin\n\nPS: can we bring a dog?',
  'De: 9 a 10, el sábado\nFecha: 5 de diciembre',
  'Yes\n\n\nno',
])('nothing that a person or a form wrote is folded: %j', (text) => {
  expect(splitQuote(text)).toEqual({ text, quoted: '' })
})

test.each([
  ['Hi\n\n>From Monday on we are away.\nOK', 'Hi\n\nFrom Monday on we are away.\nOK', ''],
  ['Yes.\n\n-- \nRobin Locksley\n+1 916 555 0142', 'Yes.', '--\nRobin Locksley\n+1 916 555 0142'],
  ['Yes.\n\nSent from my iPhone', 'Yes.', 'Sent from my iPhone'],
  ['Yes\n\n> A\n>> B\n>>> C', 'Yes', '> A\n>> B\n>>> C'],
  ['> old\n> older', '> old\n> older', ''],
  [
    `FYI\n\n---------- Forwarded message ---------\nFrom: A <a@x.example>\nDate: Mon, Nov 23, 2026 at 9:02 AM\nSubject: B\n\nHello`,
    'FYI',
    '> ---------- Forwarded message ---------\n> From: A <a@x.example>\n> Date: Mon, Nov 23, 2026 at 9:02 AM\n> Subject: B\n>\n> Hello',
  ],
  [
    '---------- Forwarded message ---------\nFrom: A <a@x.example>\nDate: Nov 23, 2026\nSubject: B\n\nHello',
    '---------- Forwarded message ---------\nFrom: A <a@x.example>\nDate: Nov 23, 2026\nSubject: B\n\nHello',
    '',
  ],
])('%j is split', (text, own, rest) => {
  expect(splitQuote(text)).toEqual({ text: own, quoted: rest })
})

test.each([
  [
    '<div dir="ltr">Так.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">пн, 23 лист. 2026 р. о 09:02 School &lt;<a href="mailto:a@x.example">a@x.example</a>&gt; пише:<br></div><blockquote class="gmail_quote">Old</blockquote></div>',
    'Так.',
  ],
  [
    '<div class="WordSection1"><p>Ja.<o:p></o:p></p><div style="border-top:solid #E1E1E1 1.0pt"><p><b><span>Von:</span></b><span> School &lt;a@x.example&gt;<br><b>Gesendet:</b> Montag, 23. November 2026 09:02<br><b>An:</b> Robin<br><b>Betreff:</b> AW: Lesson</span></p></div><p>Old</p></div>',
    'Ja.',
  ],
  [
    'Yes.<br><blockquote type="cite"><div>Am 23.11.2026 um 09:02 schrieb School &lt;a@x.example&gt;:</div><br><div>Old</div></blockquote>',
    'Yes.',
  ],
  [
    '<div>Oui.</div><div><br></div><div id="yahoo_quoted"><div>Le lundi 23 novembre 2026 à 09:02:11 UTC+1, School &lt;a@x.example&gt; a écrit :</div><div><br></div><div>Old</div></div>',
    'Oui.',
  ],
  [
    'Sí.<div><br></div><div>El lun, 23 nov 2026 a las 9:02, School (&lt;a@x.example&gt;) escribió:<br></div><blockquote>Old</blockquote>',
    'Sí.',
  ],
])('of the markup %j the answer is shown', (html, text) => {
  expect(splitQuote(textOfMarkup(html))).toEqual({ text, quoted: expect.stringContaining('Old') })
})

test('a text of many introductions is read in a moment', () => {
  for (const line of [`${intro}\n`, 'From: a <a@x.example>\n', '> a\nb\n', 'x:\n', `${'x'.repeat(299)}:\n\n`]) {
    const long = line.repeat(Math.floor(30_000 / line.length))
    const { text, quoted: rest } = splitQuote(long)
    expect(text.length + rest.length).toBeGreaterThan(25_000)
  }
})
