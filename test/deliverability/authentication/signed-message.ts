/** A message that dkimpy 1.1.4 signed with a 2048-bit RSA key, relaxed/relaxed, and its key record. */
export const signedMessage = [
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=reporter.example;',
  ' i=@reporter.example; q=dns/txt; s=s1; t=1795536893; h=from : to :',
  ' subject : date; bh=LRruDYeiD4wTcG28Ce0/3Bw3ZSi6k/kcDeZ1Ke9Jjfc=;',
  ' b=FSRXNSKikeazxttd8CRxMU3KKqLu35JOhhjuzLH8nbDfFLT+KbWpqlS3IEcuUaymkRNBa',
  ' oiACl6936fj8TsBMCUmCm/I5odKDNb2HQN356YK8d/dNGV96dRLcwWtLHhKM62Eqw46h6OL',
  ' nn0nCeydMoA76dh7oFvzEQV11yuLOMx6hSC5vlcJ4MB1DlkGmlP84F8soxM3VAaLsHtEoP/',
  ' Ne4nJgrIg/JGcAumk2r3Bovt267CEqiQnySJ2fSZbXbgqzu8vSTYrFcwzCOqfrV7uF+jbi/',
  ' k/2fju4ZdokgQ64sHOdkOT0lUzMIpFTsi3CXMXxmUwpfAlDVihfit451uBUw==',
  'From: Reports <noreply@mail.reporter.example>',
  'To: d+token@reports.test',
  'Subject: Report Domain: example.com Submitter: reporter.example Report-ID: 1',
  'Date: Tue, 24 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@mail.reporter.example>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'A report   with spaces ',
  'and two lines',
  '',
  '',
  '',
].join('\r\n')

export const keyRecord =
  'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAw01xBdRI1buzM3zyBxhuEeR8LApEwz/AwpVzu1mvBnepjvQx+l5jGK8EfbJm3xJajNJx8kqO4gjrV8iIRyiTEELc1HZBkQC4so/RNeyQmZv73fgKy/vX5KFvRzW1esT+Lewwviif1pobawafDoYcmONGgoj2WkQmPN3Esj3fmKZ1QmEVr5jyY423FcgaGg/SPNfTUEoESGTnNE0aSXX4s99nYpCQAOcucJZok7nrX43mumpuSvS0nCUBDryt9HAH0DTggqgrWO7cH3pG5tHLACcZHCwhOIfX0NfcTUx4Tph2kN1k2b4ufbBlhE/Ruq3d83hccE8GiD2DzWZT4kTb7QIDAQAB'
