import { expect, test } from 'vitest'
import { isAutomaticSubject, isReaction } from './classify'

test.each([
  ...['Automatic reply: Lessons', 'Auto-Reply: Lessons', 'Automated response', '[Auto-Reply] Re: Lessons'],
  ...['Lessons [Auto-Reply]', 'Autoreply', 'AUTO: Kim Lee is out of the office', 'Out of Office', 'OOO: Lessons'],
  ...['Out of the office until Monday', 'Out-of-Office: Lessons', 'Away: Re: Lessons', 'Away from my mail Re: Lessons'],
  ...['自动回复: 课程', '自動回覆：課程', '自动答复', '【自动回复】课程', '不在办公室: 课程', '自動回復: 課程'],
  ...['स्वचालित उत्तर: पाठ', 'स्वत: उत्तर: पाठ', 'कार्यालय से बाहर: पाठ', 'ऑटो रिप्लाई'],
  ...['Respuesta automática: clase', 'RESPUESTA AUTOMATICA', 'Fuera de la oficina: clase', 'Mensaje automático'],
  ...['Réponse automatique : cours', 'Absent du bureau', "Message d'absence", 'Message d’absence automatique'],
  ...['رد تلقائي: درس', 'الرد الآلي', 'خارج المكتب: درس', 'إجابة تلقائية'],
  ...['স্বয়ংক্রিয় উত্তর: পাঠ', 'অফিসের বাইরে: পাঠ', 'স্বয়ংক্রিয় জবাব'],
  ...['Resposta automática: aula', 'Fora do escritório', 'Resposta automatica', 'Aviso de ausência'],
  ...['Автоматический ответ: урок', 'Автоответ', 'Вне офиса: урок', 'Автоматическое уведомление'],
  ...['خودکار جواب: سبق', 'دفتر سے باہر: Re: سبق'],
  ...['Balasan otomatis: pelajaran', 'Jawaban otomatis', 'Di luar kantor: pelajaran', 'Respons otomatis'],
  ...['Automatische Antwort: Stunde', 'Abwesenheitsnotiz', 'Abwesenheitsnachricht: Stunde', 'Nicht im Büro: Stunde'],
  ...['自動返信: レッスン', '【自動返信】レッスン', '自動応答', '不在通知: レッスン', 'レッスン（自動返信）'],
  ...['Otomatik yanıt: ders', 'OTOMATİK CEVAP', 'Ofis dışında: ders', 'Ofis dışındayım'],
  ...['자동 회신: 수업', '[자동응답] 수업', '자동답장', '부재 알림'],
  ...['Trả lời tự động: lớp', 'Thư trả lời tự động', 'Ngoài văn phòng: lớp'],
  ...['Risposta automatica: corso', 'Fuori sede: corso', 'Fuori ufficio'],
  ...['Automatisch antwoord: les', 'Afwezigheidsbericht', 'Automatyczna odpowiedź: lekcja', 'Poza biurem: lekcja'],
  ...['Automatiskt svar: lektion', 'Autosvar: time', 'Automaattinen vastaus', 'Αυτόματη απάντηση: μάθημα'],
  ...[
    'Automatická odpověď: lekce',
    'Automatikus válasz: óra',
    'Răspuns automat: lecție',
    'Автоматична відповідь: урок',
  ],
  ...['תשובה אוטומטית: שיעור', 'پاسخ خودکار: درس', 'ตอบกลับอัตโนมัติ: บทเรียน', 'Awtomatikong tugon: aralin'],
  ...['Sjálfvirkt svar: tími', 'Outomatiese antwoord: les', 'Ateb awtomatig: gwers', 'Erantzun automatikoa'],
  ...['Përgjigje automatike: orë', 'Аутоматски одговор: час', 'Автоматычны адказ: урок', 'Автоматтық жауап: сабақ'],
  ...['ავტომატური პასუხი: გაკვეთილი', 'Ավտոմատ պատասխան', 'Avtomatik cavab: dərs', 'Avtomatik javob: dars'],
  ...['Automatesch Äntwert: Cours', 'स्वचालित जवाफ', 'ස්වයංක්‍රීය පිළිතුර', 'ಸ್ವಯಂಚಾಲಿತ ಪ್ರತ್ಯುತ್ತರ', 'യാന്ത്രിക മറുപടി'],
  ...['ຕອບອັດຕະໂນມັດ', 'Freagra uathoibríoch', 'Majibu ya kiotomatiki: somo', 'Jawapan automatik', 'Awtomatikong sagot'],
  ...['Réponse d’absence : cours', 'Accusé de réception automatique', 'Acuse de recibo automático: clase'],
  ...['Eingangsbestätigung: Ihre Anfrage', 'Automatische Abwesenheitsnotiz', 'Poissaoloilmoitus: tunti'],
  ...['We have received your message', 'Your inquiry has been received', 'This is an automatic reply'],
  ...['Out of Office AutoReply: Lesson', '부재중 자동 응답: 수업', 'ตอบรับอัตโนมัติ: บทเรียน', 'Ответ автоответчика'],
])('%j alone says that a program has answered', (subject) => {
  expect(isAutomaticSubject(subject, false)).toBe(true)
})

test.each([
  ...['Abwesend: Stunde', 'Urlaub: Stunde', 'Absence : cours', 'Ausente: clase'],
  ...['Ausência: aula', 'Férias: aula', 'Assente: corso', 'Afwezig: les', 'Nieobecność: lekcja', 'В отпуске: урок'],
  ...['İzindeyim', '外出: 课程', '休假: 课程', '不在: レッスン', '부재중: 수업', 'Vắng mặt: lớp', 'Cuti: pelajaran'],
  ...['Ikke på kontoret: time', 'Frånvaro: lektion', 'Mimo kancelárie', 'Εκτός γραφείου', 'Izvan ureda: sat'],
  ...['În concediu: lecție', 'Thank you for your email', 'On parental leave'],
])('%j does where it answers a mail: answers of people keep the subject', (subject) => {
  expect([isAutomaticSubject(subject, true), isAutomaticSubject(subject, false)]).toEqual([true, false])
})

test.each([
  ...['Re: Out of office party', 'Re: Automatic reply: Lessons', 'Re: Urlaub', 'AW: Abwesenheit', 'Re: 自动回复: 课程'],
  ...['Automatics on the range?', 'Automatic lights for the range?', 'Autos parken?', 'Outdoor range', 'Lessons'],
])('%j is what a person answers', (subject) => {
  expect(isAutomaticSubject(subject, true)).toBe(false)
})

test.each([
  ...[
    'Out of office party for 12',
    'Absence: Ben on Saturday',
    'Absent le samedi 5',
    'Ausente el sábado',
    'Assenza di Marco',
  ],
  ...[
    'Abwesenheit meiner Tochter am Samstag',
    'Férias: aulas em julho?',
    'Urlaub mit Bogenschießen?',
    'On vacation in July',
  ],
  ...['Away team booking', '休假期间上课', 'Vacation camp in July', '不在の日の予約について', 'Office team event', ''],
])('%j is what a person begins a mail with', (subject) => {
  expect(isAutomaticSubject(subject, false)).toBe(false)
})

test.each([
  ...['Received your message, thanks', 'Automatic bow?', 'Avtomatik', 'Thank you for your email', 'Auto parking'],
  ...['Confirmation of Saturday', 'We received the bows', 'Autos vor Ort', 'Ateb', 'Eingang?', 'Away on Saturday'],
])('%j alone is what a person writes', (subject) => {
  expect(isAutomaticSubject(subject, false)).toBe(false)
})

test.each([
  ...[
    '👍 Robin reacted via Gmail',
    '❤️ Robin hat über Gmail reagiert',
    '🎉 Robin a réagi via Gmail',
    '👏 Robin reagiu pelo Gmail',
  ],
  ...[
    '😂 Robin さんが Gmail でリアクションしました',
    '👍 Robin 通过 Gmail 作出了回应',
    '👍 Robin отреагировал(а) через Gmail',
  ],
  ...[
    '👍 Robin ha reaccionado a través de Gmail',
    '👍 Robin님이 Gmail을 통해 반응했습니다',
    '👍\nRobin reacted via Gmail',
  ],
  ...[
    'Robin Locksley reacted to your message:',
    'Robin hat auf Ihre Nachricht reagiert:',
    'Robin a réagi à votre message :',
  ],
  ...['Robin reaccionó a tu mensaje:', 'Robin ha reagito al tuo messaggio:', 'Robin heeft gereageerd op je bericht'],
])('%j is a reaction', (text) => {
  expect(isReaction(text)).toBe(true)
})

test.each([
  ...[
    '👍',
    '👍 Saturday works',
    'I use Gmail',
    'My Gmail does not work 👍',
    'Nobody reacted to my message, so once more:',
  ],
  ...['👍 I wrote from Gmail before.\n\nIs Saturday free?', `👍 Gmail ${'x'.repeat(200)}`, ''],
])('%j is what a person writes', (text) => {
  expect(isReaction(text)).toBe(false)
})

test('a long subject takes no time', () => {
  expect(isAutomaticSubject('auto: '.repeat(100_000), true)).toBe(false)
})
