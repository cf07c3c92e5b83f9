import type { Rule } from './rule.ts'

/**
 * Rules for replies in languages other than English. A letter with a mark may be two ASCII letters or a byte that is not
 * UTF-8, hence `.{1,2}`. Statements about a mailbox name it directly before or after the reason.
 */
interface Language {
  /** The mailbox or its owner. */
  mailbox: string
  /** The reason after the mailbox. */
  after: string
  /** The reason before the mailbox. */
  before?: string
}

const languages: readonly Language[] = [
  {
    mailbox: 'benutzer|empf.{1,2}nger|postfach|e-?mail-?adresse|mailadresse|adresse|mailbox',
    after: '(?:ist )?(?:unbekannt|nicht (?:vorhanden|gefunden|bekannt))|existiert nicht',
    before: 'unbekannte[rs]?',
  },
  {
    mailbox: 'utilisateur|destinataire|adresse|bo.{1,2}te|compte',
    after: "inconnue?|inexistante?|introuvable|n'existe pas",
    before: 'aucun',
  },
  {
    mailbox: 'usuario|cuenta|buz.{1,2}n|destinatario|direcci.{1,2}n',
    after: 'desconocid[oa]|inexistente|no encontrad[oa]|no existe',
    before: 'no existe (?:el|la|ese|esa)',
  },
  {
    mailbox: 'usu.{1,2}rio|utilizador|conta|caixa(?: postal)?|destinat.{1,2}rio',
    after: 'desconhecid[oa]|inexistente|n.{1,2}o (?:existe|encontrad[oa])',
  },
  {
    mailbox: 'utente|casella|destinatario|indirizzo',
    after: 'sconosciut[oa]|inesistente|non (?:esiste|trovat[oa])',
  },
  {
    mailbox: 'gebruiker|ontvanger|adres|mailbox',
    after: 'onbekend|bestaat niet|niet gevonden',
    before: 'onbekende',
  },
  {
    mailbox: 'u.{1,2}ytkownika?|konta?|odbiorca|skrzynk[ai]|adres',
    after: 'nie istnieje|nieznan[ya]|nie znaleziono',
    before: 'nieznan[ya]|nie ma takiego',
  },
  {
    mailbox: 'пользовател[ья]|(?:почтовый )?ящик|адрес|получатель',
    after: 'не (?:существует|найден)',
    before: 'неизвестный|нет такого',
  },
  { mailbox: 'u.{1,2}ivatel|schr.{1,2}nka|p.{1,2}.{1,2}jemce', after: 'neexistuje', before: 'nezn.{1,2}m.{1,2}' },
  {
    mailbox: 'mottagaren?|anv.{1,2}ndaren?|modtager|bruger|mottaker|bruker',
    after: 'finns inte|findes ikke|finnes ikke|ok.{1,2}nd|ukendt|ukjent',
    before: 'ok.{1,2}nd|ukendt|ukjent',
  },
  { mailbox: 'vastaanottaja[a]?|k.{1,2}ytt.{1,2}j.{1,2}', after: 'tuntematon', before: 'tuntematon' },
  { mailbox: 'felhaszn.{1,2}l.{1,2}|c.{1,2}mzett', after: 'ismeretlen|nem l.{1,2}tezik', before: 'ismeretlen' },
  { mailbox: 'kullan.{1,2}c.{1,2}|al.{1,2}c.{1,2}', after: 'bulunamad.{1,2}|yok', before: 'bilinmeyen' },
]

/** Of another script, without spaces between words. */
const eastern = 'ユーザーが存在しません|宛先不明|(?:用户|收件人|邮箱)不存在|존재하지 않는 사용자'

const absent = new RegExp(
  [
    ...languages.flatMap(({ mailbox, after, before }) => [
      `(?<![\\p{L}-])(?:${mailbox})(?: <…>)? (?:${after})(?!\\p{L})`,
      ...(before === undefined ? [] : [`(?<!\\p{L})(?:${before}) (?:${mailbox})(?!\\p{L})`]),
    ]),
    eastern,
  ].join('|'),
  'u',
)

const sender =
  /absender|exp.{1,2}diteur|remitente|remetente|mittente|afzender|nadawc|отправител|avs.{1,2}ndare|afsender|avsender|l.{1,2}hett.{1,2}j|发件人|差出人|送信者/u

const blockList =
  /liste noire|lista (?:negra|nera)|sperrliste|zwarte lijst|czarn\S{1,3} li[sś]|ч[её]рн\S{1,3} спис|黑名单|(?:^|[^\p{L}])ip[ -].{0,30}(?:gesperrt|gelistet|geblokkeerd|bloqu|bloccat|zablokowan)/u

const full =
  /postfach .{0,20}(?:voll|.{1,2}berf.{1,2}llt)|buz.{1,2}n .{0,10}lleno|cuota excedida|caixa .{0,10}cheia|casella .{0,10}piena|mailbox is vol(?!\p{L})|skrzynka .{0,10}pe.{1,2}ni?|skrzynka przepe|ящик .{0,10}(?:переполнен|заполнен)|dolu(?!\p{L})|邮箱已满/u

/** Reasons of the time, of the domain, of a right, or of a check: the mailbox may exist. */
export const foreignDoubt =
  /sp.{1,2}ter|vor.{1,2}bergehend|zurzeit|derzeit|temporair|pour le moment|temporal|tempor.{1,2}ri|temporane|tijdelijk|tymczasow|временн|(?<!\p{L})(?:(?:die|ihre|diese) domain|domain nicht|domaine|dom.{1,2}nio|domena|домен)(?!\p{L})|zugriff|acc.{1,2}s (?:refus|interdit)|ac+es+o (?:neg|dene)|toegang|dost.{1,2}pu|доступ|anmeldung|authentifi|relais|relaying|interne mails|d.{1,2}rfen an diese|.{1,2}berpr.{1,2}f|v[é\ufffd]rifi/u

/** After the rules about the client in English. */
export const foreignAboutUs: readonly Rule[] = [
  { outcome: 'blocked', words: blockList },
  { outcome: 'sender_rejected', only: 'lasting', words: sender },
]

/** Before the rules that read a code alone. */
export const foreignAboutRecipient: readonly Rule[] = [{ outcome: 'full_inbox', enhanced: /^(?![45]\.3)/, words: full }]

export const foreignRefusals: readonly Rule[] = [{ outcome: 'not_found', enhanced: /^(?!5\.[37])/, words: absent }]
