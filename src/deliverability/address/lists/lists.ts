import { parentDomains } from '../host-name.ts'
import { relayDomains } from './relays.ts'

/** Name servers of parking services, without those that also serve domains in use. */
const parking = `sedoparking.com bodis.com parkingcrew.net above.com afternic.com cashparking.com parklogic.com dan.com
  undeveloped.com hugedomains.com uniregistrymarket.link voodoo.com fabulous.com domainparkingserver.net
  parkingpage.namecheap.com brandbucket.com squadhelp.com rookdns.com ztomy.com trafficz.com smartname.com ndsplitter.com
  itidns.com`.split(/\s+/)

function isParkingServer(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return parking.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}

/** Local parts of role addresses: those of RFC 2142, and common ones of companies. */
const roles = new Set(
  `abuse accounting accounts admin administrator alerts all anti-abuse billing bounce bounces careers compliance contact
  contactus customercare customerservice daemon devnull dns do-not-reply donotreply dpo editor enquiries enquiry everyone
  feedback finance ftp gdpr hello help helpdesk hostmaster hr info information inoc inquiries ispfeedback ispsupport it jobs
  legal list list-request listserv mail mailbox mailer-daemon maildaemon majordomo manager marketing media news newsletter
  no-reply nobody noc noreply null office operations orders payments phish phishing post postbox postmaster press privacy
  purchasing reception recruitment registrar remove request reservations root sales secretary security service services shop
  spam staff subscribe support sysadmin team tech test undisclosed-recipients unsubscribe usenet uucp web webmaster welcome
  www kontakt buchhaltung vertrieb rechnung bewerbung anfrage contacto ventas soporte facturacion comercial compras
  secretaria vendas suporte financeiro faturamento contato atendimento comptabilite facturation commercial recrutement
  direction accueil secretariat info-request contatti vendite amministrazione segreteria ufficio`.split(/\s+/),
)

/** The part after a plus sign is ignored. */
function isRole(local: string): boolean {
  const name = local.toLowerCase().split('+')[0] ?? ''
  return roles.has(name)
}

/** A set of names stored as one text of sorted lines (by code units). Uses a quarter of the memory of a Set. */
class SortedLines {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  has(name: string): boolean {
    let [low, high] = [0, this.#text.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const start = middle === 0 ? 0 : this.#text.lastIndexOf('\n', middle - 1) + 1
      const newline = this.#text.indexOf('\n', start)
      const end = newline === -1 ? this.#text.length : newline
      const line = this.#text.slice(start, end)
      if (line === name) return true
      if (line < name) low = end + 1
      else high = start
    }
    return false
  }
}

/** Additions and removals by the operator, applied to the built-in lists. */
export interface ListOverrides {
  readonly allow: ReadonlySet<string>
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
  readonly relay: ReadonlySet<string>
  /** Local parts of role addresses. */
  readonly role: ReadonlySet<string>
  /** Names of name servers of parked domains, or of their parents. */
  readonly parked: ReadonlySet<string>
}

export interface AddressLists {
  readonly version: string
  /**
   * Temporary, public mailboxes: the domain or a parent is listed, or the mail hosts belong to such a service. False for
   * domains that the operator allows.
   */
  isDisposable(domain: string, isByHosts?: boolean): boolean
  /** True for public mailbox providers. */
  isFree(domain: string): boolean
  /** True for services that forward mail to a hidden mailbox. */
  isRelay(domain: string): boolean
  /** True for a role address, such as `sales`. */
  isRole(local: string): boolean
  /** True for a name server of a parking service. */
  isParkingServer(host: string): boolean
}

const none: ListOverrides = {
  allow: new Set(),
  disposable: new Set(),
  free: new Set(),
  relay: new Set(),
  role: new Set(),
  parked: new Set(),
}

/** Reads the text that `mergeLists` writes. Domains are passed in A-labels and lowercase. */
export function createLists(text: string, overrides: ListOverrides = none): AddressLists {
  const [version = '', disposableLines = '', freeLines = ''] = text.split('\n\n')
  const disposable = new SortedLines(disposableLines)
  const free = new SortedLines(freeLines)
  return {
    version,
    isDisposable(domain, isByHosts = false) {
      for (const name of parentDomains(domain)) {
        if (overrides.allow.has(name)) return false
        if (overrides.disposable.has(name) || disposable.has(name)) return true
      }
      return isByHosts
    },
    isFree: (domain) => overrides.free.has(domain) || free.has(domain),
    isRelay: (domain) => overrides.relay.has(domain) || relayDomains.has(domain),
    isRole: (local) => isRole(local) || overrides.role.has(local.toLowerCase().split('+')[0] ?? ''),
    isParkingServer: (host) =>
      isParkingServer(host) ||
      parentDomains(host.replace(/\.$/, '').toLowerCase()).some((name) => overrides.parked.has(name)),
  }
}
