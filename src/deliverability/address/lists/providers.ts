/** The most common domains: suggested for a typo even if the mistyped domain accepts mail. */
export const greatProviders: readonly string[] =
  `gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com yahoo.co.uk hotmail.co.uk
  hotmail.fr yahoo.fr orange.fr gmx.de web.de gmx.net t-online.de libero.it mail.ru yandex.ru qq.com 163.com comcast.net
  verizon.net protonmail.com proton.me me.com`.split(/\s+/)

/** Suggested only if the mistyped domain accepts no mail. */
const lesserProviders: readonly string[] =
  `126.com naver.com daum.net hanmail.net yahoo.co.jp docomo.ne.jp ezweb.ne.jp softbank.ne.jp yahoo.de yahoo.es yahoo.it
  yahoo.ca yahoo.com.br yahoo.com.mx yahoo.com.ar yahoo.co.in yahoo.in yahoo.com.au rocketmail.com ymail.com aim.com mac.com
  hotmail.de hotmail.es hotmail.it hotmail.nl hotmail.be live.fr live.co.uk live.nl live.de live.it live.com.mx live.ca
  outlook.fr outlook.de outlook.es outlook.it outlook.com.br outlook.jp gmx.at gmx.ch gmx.com mail.com email.com freenet.de
  arcor.de posteo.de mailbox.org tutanota.com tuta.io fastmail.com fastmail.fm hey.com zoho.com sbcglobal.net att.net
  bellsouth.net cox.net charter.net earthlink.net optonline.net frontier.com windstream.net juno.com rogers.com shaw.ca
  sympatico.ca telus.net videotron.ca btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk
  tiscali.co.uk wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr skynet.be telenet.be ziggo.nl kpnmail.nl planet.nl
  xs4all.nl home.nl bluewin.ch virgilio.it alice.it tiscali.it tin.it seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl
  bigpond.com optusnet.com.au iinet.net.au terra.com.br uol.com.br bol.com.br ig.com.br rediffmail.com sina.com sohu.com
  bk.ru inbox.ru list.ru rambler.ru ukr.net telia.com online.no`.split(/\s+/)

/** All suggestions; none of them is a typo itself. */
export const suggestedProviders: readonly string[] = [...greatProviders, ...lesserProviders]

/** Public mailbox providers missing in the collected lists; the finder cannot guess addresses there. */
export const otherMailboxes: readonly string[] =
  `tuta.com tutamail.com keemail.me zohomail.com zohomail.eu zohomail.in startmail.com runbox.com mailfence.com riseup.net
  disroot.org autistici.org vivaldi.net skiff.com ctemplar.com kolabnow.com pobox.com hispeed.ch`.split(/\s+/)
