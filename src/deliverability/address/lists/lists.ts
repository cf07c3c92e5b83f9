import { parentDomains } from '../host-name.ts'
import { relayDomains } from './relays.ts'

/** Name servers of those who park domains until someone buys them. Those that also serve domains in use are left out. */
const parking = `sedoparking.com bodis.com parkingcrew.net above.com afternic.com cashparking.com parklogic.com dan.com
  undeveloped.com hugedomains.com uniregistrymarket.link voodoo.com fabulous.com domainparkingserver.net
  parkingpage.namecheap.com brandbucket.com squadhelp.com rookdns.com ztomy.com trafficz.com smartname.com ndsplitter.com
  itidns.com`.split(/\s+/)

/** True if a name server is one of those who park domains. */
function isParkingServer(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return parking.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}

/** Local parts behind which there is a role address, not a person: those of RFC 2142, and what companies call the like. */
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

/** True if a local part names a task; what follows a plus does not matter. */
function isRole(local: string): boolean {
  const name = local.toLowerCase().split('+')[0] ?? ''
  return roles.has(name)
}

/** A set of names kept as the one text it comes in: lines sorted by their code units. A quarter of the memory of a Set. */
class SortedLines {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** True if the name is one of the lines. */
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

/** What an operator's own file adds and takes back, over the lists that come with the product. */
export interface ListOverrides {
  readonly allow: ReadonlySet<string>
  readonly disposable: ReadonlySet<string>
  readonly free: ReadonlySet<string>
  readonly relay: ReadonlySet<string>
  /** Local parts that name a task. */
  readonly role: ReadonlySet<string>
  /** Names that name servers of parked domains have, or have above them. */
  readonly parked: ReadonlySet<string>
}

export interface AddressLists {
  readonly version: string
  /**
   * Mailboxes for an hour, open to anyone who knows the name: by its own name, by one above it, or because hosts of such a
   * service take its mail. What the operator allows is none.
   */
  isDisposable(domain: string, isByHosts?: boolean): boolean
  /** Anybody can open a mailbox there. */
  isFree(domain: string): boolean
  /** Hands mail on to a mailbox that it keeps secret. */
  isRelay(domain: string): boolean
  /** A task instead of a person. */
  isRole(local: string): boolean
  /** A name server of those who park domains until someone buys them. */
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

/** The lists from the text that `mergeLists` wrote. Domains are requested in A-labels and lower case. */
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
