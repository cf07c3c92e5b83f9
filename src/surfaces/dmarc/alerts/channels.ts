/** Channels of an alert: what a row stores of them, and how they are shown. URLs contain tokens, so they are sealed. */
import { fail } from '../../../kernel/errors/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { type AlertRow, channelsContext } from './alert-store.ts'
import type { Channel, LastMessage, ShownChannel } from './contract.ts'

export interface ChannelDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** Reason why a URL is not allowed, or undefined. Does not resolve the host name. */
  refusalOf(url: string): string | undefined
  /** False if the service sends no mail. */
  readonly sendsMail: boolean
}

type StoredChannel = Omit<ShownChannel, 'last_message'>

/** VALIDATION_FAILED for a URL that may not be called, MAIL_NOT_CONFIGURED without a mail server. */
export function sealChannels(
  row: Pick<AlertRow, 'id' | 'projectId'>,
  channels: readonly Channel[],
  { refusalOf, sendsMail, vault }: ChannelDeps,
): Pick<AlertRow, 'channels' | 'secrets'> {
  const urls: Record<string, string> = {}
  const stored = channels.map((channel, position): StoredChannel => {
    if (channel.type === 'email') return sendsMail ? channel : fail('MAIL_NOT_CONFIGURED')
    const refusal = refusalOf(channel.url)
    if (refusal !== undefined)
      fail('VALIDATION_FAILED', { issues: [{ path: `/channels/${position}/url`, message: refusal }] })
    urls[position] = channel.url
    return { type: channel.type, host: new URL(channel.url).host }
  })
  const hasUrls = Object.keys(urls).length > 0
  return { channels: stored, secrets: hasUrls ? vault.seal(JSON.stringify(urls), channelsContext(row)) : null }
}

export interface OpenedChannel {
  readonly position: number
  readonly channel: Channel
}

export function openChannels(row: AlertRow, vault: Pick<Vault, 'open'>): OpenedChannel[] {
  const urls: Record<string, string> =
    row.secrets === null ? {} : (JSON.parse(vault.open(row.secrets, channelsContext(row))) as Record<string, string>)
  return (row.channels as StoredChannel[]).map(({ to = [], type }, position) => ({
    position,
    channel: type === 'email' ? { type, to } : { type, url: urls[position] ?? '' },
  }))
}

export function presentChannels(row: AlertRow): ShownChannel[] {
  const results = row.results as Record<string, LastMessage>
  return (row.channels as StoredChannel[]).map((channel, position) => ({
    ...channel,
    last_message: results[position] ?? null,
  }))
}
