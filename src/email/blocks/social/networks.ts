export interface Network {
  label: string
  /** On the badge of blocks whose `icon` is `letters`, which load no image. */
  letters: string
  /** Contrast to white letters is at least 4.5 : 1, unless `textColor` is another letter color. */
  color: string
  textColor?: string
}

/** Known networks by name. */
export const networks: Readonly<Record<string, Network>> = {
  facebook: { label: 'Facebook', letters: 'f', color: '#0866ff' },
  instagram: { label: 'Instagram', letters: 'ig', color: '#c13584' },
  x: { label: 'X', letters: 'X', color: '#000000' },
  linkedin: { label: 'LinkedIn', letters: 'in', color: '#0a66c2' },
  youtube: { label: 'YouTube', letters: 'yt', color: '#cc0000' },
  tiktok: { label: 'TikTok', letters: 'tt', color: '#010101' },
  pinterest: { label: 'Pinterest', letters: 'p', color: '#bd081c' },
  whatsapp: { label: 'WhatsApp', letters: 'wa', color: '#0d7d46' },
  telegram: { label: 'Telegram', letters: 'tg', color: '#1c74a8' },
  threads: { label: 'Threads', letters: '@', color: '#000000' },
  mastodon: { label: 'Mastodon', letters: 'm', color: '#563acc' },
  bluesky: { label: 'Bluesky', letters: 'bs', color: '#0a5fd1' },
  snapchat: { label: 'Snapchat', letters: 'sc', color: '#fffc00', textColor: '#000000' },
  reddit: { label: 'Reddit', letters: 'r', color: '#c23600' },
  discord: { label: 'Discord', letters: 'd', color: '#4a55d6' },
  github: { label: 'GitHub', letters: 'gh', color: '#24292f' },
  gitlab: { label: 'GitLab', letters: 'gl', color: '#b33d14' },
  medium: { label: 'Medium', letters: 'M', color: '#000000' },
  vimeo: { label: 'Vimeo', letters: 'v', color: '#146b8c' },
  spotify: { label: 'Spotify', letters: 'sp', color: '#117a37' },
  twitch: { label: 'Twitch', letters: 'tw', color: '#772ce8' },
  slack: { label: 'Slack', letters: 's', color: '#4a154b' },
  email: { label: 'Email', letters: '@', color: '#57606a' },
  website: { label: 'Website', letters: 'w', color: '#57606a' },
  rss: { label: 'RSS', letters: 'rss', color: '#b35309' },
}

/** Case-insensitive; an unknown name gets a gray badge with its first letter. */
export function networkOf(name: string): Network {
  const key = name.toLowerCase()
  const known = Object.hasOwn(networks, key) ? networks[key] : undefined
  if (known !== undefined) return known
  const first = String.fromCodePoint(name.codePointAt(0) ?? 0x2022)
  return { label: name, letters: first.toUpperCase(), color: '#57606a' }
}
