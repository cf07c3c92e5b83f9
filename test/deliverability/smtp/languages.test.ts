/**
 * Replies in other languages than English, by what they say. The truth is what the words mean: a missing mailbox, or anything
 * else, which is never an invalid address, whatever code the server adds (RFC 3463 has codes that servers use wrongly).
 */
import { expect, test } from 'bun:test'
import { type Reply, ReplyReader, classifyReply } from '../../../src/deliverability/smtp/index.ts'

function classify(line: string, encoding: 'utf8' | 'latin1' = 'utf8') {
  const reader = new ReplyReader()
  reader.push(Buffer.from(`${line}\r\n`, encoding))
  return classifyReply(reader.take() as Reply, {
    phase: 'rcpt',
    recipient: 'k.lindqvist@northfield.test',
    sender: 'verify@probe.test',
  })
}

const absent = [
  'Benutzer unbekannt',
  'Empfänger unbekannt',
  'Der Empfänger existiert nicht',
  'Postfach nicht vorhanden',
  'Unbekannter Empfänger',
  'Utilisateur inconnu',
  'Boite inexistante',
  "Cette adresse n'existe pas",
  'Aucun utilisateur de ce nom',
  'Usuario desconocido',
  'La cuenta no existe',
  'Buzón inexistente',
  'No existe el usuario',
  'Usuário não encontrado',
  'Destinatário inexistente',
  'Utente sconosciuto',
  "L'utente non esiste",
  'Casella inesistente',
  'Gebruiker bestaat niet',
  'Onbekende gebruiker',
  'Użytkownik nie istnieje',
  'Nie ma takiego konta',
  'Пользователь не найден',
  'Неизвестный получатель',
  'Schránka neexistuje',
  'Okänd mottagare',
  'Ukendt modtager',
  'Ukjent bruker',
  'Tuntematon vastaanottaja',
  'Ismeretlen címzett',
  'Kullanıcı bulunamadı',
  'ユーザーが存在しません',
  '收件人不存在',
]

const otherwise = [
  'Absender unbekannt',
  'Absenderadresse existiert nicht',
  'Expéditeur inconnu',
  "L'adresse de l'expéditeur n'existe pas",
  'El remitente no existe',
  'Remetente inexistente',
  'Il mittente non esiste',
  'Afzender onbekend',
  'Nadawca nie istnieje',
  'Неизвестный отправитель',
  'Okänd avsändare',
  'Ukendt afsender',
  'Tuntematon lähettäjä',
  '发件人不存在',
  'Benutzer unbekannt, bitte später erneut versuchen',
  'Empfänger kann derzeit nicht überprüft werden',
  'Die Domain existiert nicht',
  'El dominio no existe',
  'Domínio inexistente',
  'Relais refusé',
  'Relaying nicht erlaubt',
  'Zugriff verweigert',
  'Accesso negato',
  'Dieser Empfänger nimmt nur interne Mails an',
  'Votre serveur est sur liste noire',
  'Su IP está en una lista negra',
  'Mail loop detected',
  'Delivery not authorized, message refused',
  'Cannot verify user at this time',
]

const full = [
  'Das Postfach ist voll',
  'La boîte du destinataire est pleine',
  'El buzón está lleno',
  'Cuota excedida',
  'Caixa postal cheia',
  'La casella è piena',
  'Skrzynka pełna',
  'Почтовый ящик переполнен',
  '邮箱已满',
  'user has exhausted allowed storage space',
]

test('a missing mailbox is not_found, with a code that says it or none', () => {
  for (const text of absent)
    for (const code of ['550', '550 5.1.1', '553 5.1.0', '554 5.5.0', '550 5.0.0'])
      for (const line of [`${code} ${text}`, `${code} <k.lindqvist@northfield.test>: ${text} (mx-3)`])
        expect([line, classify(line)]).toEqual([line, 'not_found'])
})

test('bytes that are not UTF-8 do not change what is said', () => {
  for (const text of ['Empfänger unbekannt', 'Buzón inexistente', 'Usuário inexistente', 'Okänd mottagare'])
    expect([text, classify(`550 ${text}`, 'latin1')]).toEqual([text, 'not_found'])
  for (const text of ['Expéditeur inconnu', 'Okänd avsändare'])
    expect([text, classify(`550 ${text}`, 'latin1')]).toEqual([text, 'sender_rejected'])
})

test('a reason about the sender, the client, the time or the domain is never a missing mailbox, whatever the code', () => {
  for (const text of otherwise)
    for (const code of ['550', '550 5.1.1', '553 5.1.0', '554 5.7.1', '550 5.0.0', '450 4.1.1', '450'])
      expect([code, text, ['not_found', 'disabled'].includes(classify(`${code} ${text}`))]).toEqual([code, text, false])
})

test('a full mailbox is full_inbox', () => {
  for (const text of full)
    for (const code of ['552', '552 5.2.2', '550 5.1.1', '452 4.2.2'])
      expect([code, text, classify(`${code} ${text}`)]).toEqual([code, text, 'full_inbox'])
})
