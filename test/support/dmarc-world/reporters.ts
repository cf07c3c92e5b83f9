import type { Dice } from './dice.ts'
import type { Reporter } from './mail.ts'

const names: readonly (readonly [string, string, number])[] = [
  ['google.com', 'noreply-dmarc-support@google.com', 0.45],
  ['Enterprise Outlook', 'dmarcreport@microsoft.com', 0.2],
  ['Outlook.com', 'dmarcreport@microsoft.com', 0.1],
  ['Yahoo', 'dmarchelp@yahooinc.com', 0.12],
  ['GMX', 'noreply-dmarc@sicher.gmx.net', 0.05],
  ['WEB.DE', 'noreply-dmarc@sicher.web.de', 0.05],
  ['Mail.Ru', 'dmarc_support@corp.mail.ru', 0.03],
  ['comcast.net', 'dmarc@alerts.comcast.net', 0.04],
  ['fastmaildmarc.com', 'reports@fastmaildmarc.com', 0.02],
  ['mimecast.org', 'no-reply@mimecastreport.com', 0.05],
  ['emailsrvr.com', 'no-reply@emailsrvr.com', 0.02],
  ['seznam.cz a.s.', 'abuse@seznam.cz', 0.01],
]

/** Two to nine of the large reporters, and perhaps some small ones. */
export function makeReporters(dice: Dice): Reporter[] {
  const small = Array.from({ length: dice.int(0, 4) }, () => {
    const host = `mx.${dice.word()}.org`
    return [host, `postmaster@${host}`, 0.003] as const
  })
  const wanted = dice.between(0.4, 0.9)
  const chosen = [...names.slice(0, 2), ...names.slice(2).filter(() => dice.chance(wanted)), ...small]
  const weights = chosen.map(([, , weight]) => weight * dice.scale(0.4, 2.5))
  const total = weights.reduce((sum, each) => sum + each, 0)
  return chosen.map(([organization, email], index) => ({
    organization,
    email,
    share: (weights[index] ?? 0) / total,
    trusts: dice.chance(0.5) ? 0 : dice.between(0.1, 0.9),
    reportsTrust: dice.chance(0.3) ? 1 : dice.between(0.5, 1),
    trustReason: dice.pick(['local_policy', 'local_policy', 'forwarded', 'mailing_list', 'trusted_forwarder']),
  }))
}
