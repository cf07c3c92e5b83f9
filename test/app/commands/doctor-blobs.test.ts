import { describe, expect, test } from 'bun:test'
import { checkBlobs } from '../../../src/app/commands/doctor/examine.ts'
import { startS3 } from '../../support/s3-server.ts'

describe('svc doctor says of the place of files', () => {
  test('that it is the disk', async () => {
    expect(await checkBlobs({ blobUrl: undefined })).toMatchObject({
      state: 'ok',
      message: 'on disk, in the data directory',
    })
  })

  test('that a bucket works, and leaves nothing there', async () => {
    const s3 = await startS3()
    const finding = await checkBlobs({ blobUrl: s3.url })
    expect(finding).toMatchObject({ name: 'blobs', state: 'ok' })
    expect(finding.message).toMatch(/^the bucket test-bucket writes, reads and deletes a file in \d+ ms$/)
    expect(s3.objects.size).toBe(0)
  })

  test('that a bucket refuses, without the secret', async () => {
    const s3 = await startS3()
    const finding = await checkBlobs({ blobUrl: s3.url.replace('secret', 'wrong') })
    expect(finding.state).toBe('fail')
    expect(finding.message).toContain('SignatureDoesNotMatch')
    expect(JSON.stringify(finding)).not.toContain('wrong')
  })
})
