/** Local parts behind which there is a task instead of a person: those of RFC 2142, and what companies call the like. */
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
export function isRole(local: string): boolean {
  const name = local.toLowerCase().split('+')[0] ?? ''
  return roles.has(name)
}
