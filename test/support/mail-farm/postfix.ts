const users = ['alice', 'bob', 'info', 'full', 'quota', 'disabled', 'grüße']
const domains = 'normal grey tarpit secret rbl busy picky ascii strict failover down implicit cname'.split(' ')

/** Mailboxes that exist, in a map of Postfix. */
export const mailboxes = [
  ...domains.flatMap((domain) => users.map((user) => `${user}@${domain}.test x`)),
  ...Array.from({ length: 100 }, (_, index) => `user${index}@strict.test x`),
  '@catchall.test x',
  '',
].join('\n')

/** Answers of their own to some recipients. */
export const recipients = `full@normal.test 452 4.2.2 The email account that you tried to reach is over quota
quota@normal.test 552 5.2.2 Mailbox full
disabled@normal.test 550 5.2.1 The email account that you tried to reach is disabled
`

/** Whoever comes is on a list. */
export const listed =
  '127.0.0.0/8 REJECT 5.7.1 Service unavailable; Client host [127.0.0.1] blocked using zen.dnsbl.test; see http://dnsbl.test\n'

/** What all personalities share: no mail is ever taken, and nothing slows a test down that does not want it. */
export function mainConfig(folder: string): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: `${folder}/spool`,
    data_directory: `${folder}/data`,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mx.normal.test',
    mydomain: 'test',
    inet_interfaces: 'all',
    inet_protocols: 'ipv4',
    mynetworks: '192.0.2.1/32',
    mydestination: '',
    virtual_mailbox_domains: [...domains, 'catchall'].map((domain) => `${domain}.test`).join(', '),
    virtual_mailbox_maps: `texthash:${folder}/postfix/mailboxes`,
    virtual_mailbox_base: `${folder}/spool/mail`,
    virtual_transport: 'discard:',
    maillog_file: `${folder}/maillog`,
    maillog_file_prefixes: folder,
    smtpd_relay_restrictions: 'reject_unauth_destination',
    smtpd_recipient_restrictions: `check_recipient_access texthash:${folder}/postfix/recipients, reject_unlisted_recipient`,
    smtpd_banner: '$myhostname ESMTP',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: `${folder}/postfix/cert.pem`,
    smtpd_tls_key_file: `${folder}/postfix/key.pem`,
    smtpd_peername_lookup: 'no',
    smtpd_error_sleep_time: '0',
    smtpd_soft_error_limit: '1000',
    smtpd_hard_error_limit: '1000',
    smtpd_junk_command_limit: '10000',
    smtpd_client_connection_count_limit: '0',
    in_flow_delay: '0s',
    biff: 'no',
    smtputf8_enable: 'yes',
    alias_maps: '',
  }
  return Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')
}

/** One SMTP server for each personality, each with an address of its own, and what Postfix needs besides. */
export function masterConfig(folder: string, ports: { smtp: number; grey: number }): string {
  const personalities: Record<number, readonly string[]> = {
    1: [],
    2: ['myhostname=mx.catchall.test'],
    3: [
      `{ smtpd_recipient_restrictions = reject_unlisted_recipient, check_policy_service inet:127.0.0.1:${ports.grey} }`,
    ],
    4: ['{ smtpd_recipient_restrictions = sleep 2, reject_unlisted_recipient }'],
    5: ['smtpd_tls_security_level=encrypt'],
    6: [`{ smtpd_client_restrictions = check_client_access cidr:${folder}/postfix/listed }`],
    7: ['smtpd_client_connection_count_limit=2', 'smtpd_client_event_limit_exceptions='],
    8: [
      '{ smtpd_sender_restrictions = check_sender_access static:{550 5.1.8 Sender address rejected: Domain not found} }',
    ],
    9: ['smtputf8_enable=no'],
    // As it comes from the package: timeout has its usual ends.
    10: [
      'syslog_name=strict',
      'smtpd_error_sleep_time=1s',
      'smtpd_soft_error_limit=10',
      'smtpd_hard_error_limit=20',
      'smtpd_junk_command_limit=100',
    ],
  }
  const servers = Object.entries(personalities).map(
    ([host, options]) =>
      `127.21.0.${host}:${ports.smtp} inet n - n - - smtpd ${options.map((option) => `-o ${option}`).join(' ')}`,
  )
  const services = [
    'cleanup unix n - n - 0 cleanup',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'proxymap unix - - n - - proxymap',
    'anvil unix - - n - 1 anvil',
    'discard unix - - n - - discard',
    'error unix - - n - - error',
    'postlog unix-dgram n - n - 1 postlogd',
  ]
  return [...servers, ...services, ''].join('\n')
}
