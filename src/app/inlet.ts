import type { Config } from '../platform/config/index.ts'
import { type Inlet, createInlet } from '../platform/inbound/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { ampRecipients } from '../surfaces/amp/index.ts'
import { reportRecipients } from '../surfaces/dmarc/index.ts'

export interface InletParts {
  config: Pick<Config, 'inboundSmtp'>
  log: Log
  metrics: Metrics
  dmarc: Parameters<typeof reportRecipients>[0]
  amp: Parameters<typeof ampRecipients>[0]
}

/** The SMTP server with every kind of recipient; undefined unless configured. */
export async function openInlet({ amp, config, dmarc, log, metrics }: InletParts): Promise<Inlet | undefined> {
  const { inboundSmtp } = config
  const kinds = [reportRecipients(dmarc), ampRecipients(amp)]
  return inboundSmtp && createInlet({ ...inboundSmtp, kinds, log, metrics })
}
