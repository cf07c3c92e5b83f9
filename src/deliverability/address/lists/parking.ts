/** Name servers of those who park domains until someone buys them. Those that also serve domains in use are left out. */
const parking = `sedoparking.com bodis.com parkingcrew.net above.com afternic.com cashparking.com parklogic.com dan.com
  undeveloped.com hugedomains.com uniregistrymarket.link voodoo.com fabulous.com domainparkingserver.net
  parkingpage.namecheap.com brandbucket.com squadhelp.com rookdns.com ztomy.com trafficz.com smartname.com ndsplitter.com
  itidns.com`.split(/\s+/)

/** True if a name server is one of those who park domains. */
export function isParkingServer(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase()
  return parking.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}
