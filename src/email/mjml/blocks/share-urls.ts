/** Where a network takes a page to share; the page's address goes in place of `[[URL]]` (mjml 5.4). */
const shares: Readonly<Record<string, string>> = {
  facebook: 'https://www.facebook.com/sharer/sharer.php?u=[[URL]]',
  twitter: 'https://twitter.com/intent/tweet?url=[[URL]]',
  x: 'https://twitter.com/intent/tweet?url=[[URL]]',
  google: 'https://plus.google.com/share?url=[[URL]]',
  pinterest: 'https://pinterest.com/pin/create/button/?url=[[URL]]&media=&description=',
  linkedin: 'https://www.linkedin.com/shareArticle?mini=true&url=[[URL]]&title=&summary=&source=',
  tumblr: 'https://www.tumblr.com/widgets/share/tool?canonicalUrl=[[URL]]',
  xing: 'https://www.xing.com/app/user?op=share&url=[[URL]]',
}

/** The colors behind mjml's images of networks. */
export const socialColors: Readonly<Record<string, string>> = {
  facebook: '#3b5998',
  twitter: '#55acee',
  x: '#000000',
  google: '#dc4e41',
  pinterest: '#bd081c',
  linkedin: '#0077b5',
  instagram: '#3f729b',
  web: '#4bade9',
  snapchat: '#fffa54',
  youtube: '#eb3323',
  tumblr: '#344356',
  github: '#000000',
  xing: '#296366',
  vimeo: '#53b4e7',
  medium: '#000000',
  soundcloud: '#ef7f31',
  dribbble: '#d95988',
}

/** Where a social link leads: to the network's page for sharing unless its name ends in `-noshare`. */
export function shareAddress(name: string, href: string): string {
  const share = Object.hasOwn(shares, name) ? shares[name] : undefined
  return share === undefined ? href : share.replace('[[URL]]', () => href)
}

/** Whether mjml has an image of the network. */
export function isMjmlNetwork(name: string): boolean {
  return Object.hasOwn(socialColors, name)
}
