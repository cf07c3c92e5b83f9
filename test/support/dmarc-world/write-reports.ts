import type { Cell, World } from './mail.ts'

export interface WrittenReport {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const daySeconds = 86_400

/** One gzipped report per reporter and day, as receivers send them; `firstDay` is a number since 1970-01-01. */
export function writeReports(world: World, firstDay: number): WrittenReport[] {
  const groups = new Map<string, Cell[]>()
  for (const cell of world.cells) {
    const key = `${cell.day} ${cell.reporter.organization}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [cell])
    else group.push(cell)
  }
  return [...groups.values()].map((cells, index) => {
    const begin = (firstDay + (cells[0]?.day ?? 0)) * daySeconds
    const { email = '', organization = '' } = cells[0]?.reporter ?? {}
    const xml =
      `<?xml version="1.0"?><feedback><report_metadata><org_name>${organization}</org_name><email>${email}</email>` +
      `<report_id>${begin}.${index}</report_id><date_range><begin>${begin}</begin><end>${begin + daySeconds - 1}</end>` +
      `</date_range></report_metadata><policy_published><domain>${world.domain}</domain><p>none</p></policy_published>` +
      `${cells.map(writeRecord).join('')}</feedback>`
    return { name: `${organization}!${world.domain}!${begin}.xml.gz`, bytes: Bun.gzipSync(xml) }
  })
}

function writeRecord({
  dkim,
  dkimAligned,
  envelopeFrom,
  headerFrom,
  ip,
  messages,
  override,
  spf,
  spfAligned,
}: Cell): string {
  const reason =
    override === null ? '' : `<reason><type>${override.type}</type><comment>${override.comment}</comment></reason>`
  const signatures = dkim
    .map(
      ({ domain, result, selector }) =>
        `<dkim><domain>${domain}</domain><selector>${selector}</selector><result>${result}</result></dkim>`,
    )
    .join('')
  return (
    `<record><row><source_ip>${ip}</source_ip><count>${messages}</count><policy_evaluated><disposition>none</disposition>` +
    `<dkim>${dkimAligned ? 'pass' : 'fail'}</dkim><spf>${spfAligned ? 'pass' : 'fail'}</spf>${reason}</policy_evaluated></row>` +
    `<identifiers><header_from>${headerFrom}</header_from><envelope_from>${envelopeFrom}</envelope_from></identifiers>` +
    `<auth_results>${signatures}<spf><domain>${spf.domain}</domain><scope>mfrom</scope><result>${spf.result}</result></spf>` +
    `</auth_results></record>`
  )
}
