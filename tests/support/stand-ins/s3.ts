import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Settings } from '../../../server/ports/files/s3-files.ts'

export interface StandInS3 {
  settings: S3Settings
  stop: () => Promise<void>
}

const BUCKET = 'lolapp'

/** A third-party S3 server (s3rver), with one empty bucket, on a free port. */
export async function startS3(): Promise<StandInS3> {
  const directory = mkdtempSync(join(tmpdir(), 'lolapp-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: BUCKET,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
