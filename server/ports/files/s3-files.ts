import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { diskFiles } from './disk-files.ts'
import type { Files } from './files.ts'

/** Settings of an S3 store (S3_*, docs/operations.md). */
export interface S3Settings {
  /** Null: Amazon's own. */
  endpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** `https://host/bucket/key` instead of `https://bucket.host/key`: most servers other than Amazon's need it. */
  forcePathStyle: boolean
}

/** Milliseconds that the store may take. The client tries three times: a caller waits three times as long. */
interface S3Limits {
  /** To be connected. */
  connect: number
  /** Without a byte in either direction: a large file on a slow line takes its time. */
  silence: number
}

/** Less than a message may take in all (SEND_MS of server/messages): an attachment that cannot be read must be known to be that. */
const S3_LIMITS: S3Limits = { connect: 5000, silence: 15_000 }

/** An S3 bucket. A put is answered once the store has it. A store that falls silent is an error: the client has no limit of its own. */
export function s3Files(settings: S3Settings, limits: S3Limits = S3_LIMITS): Files {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Many servers do not know the newer checksum trailers; TLS and our own SHA-256 protect the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // No requestTimeout: a store that does not answer « Expect: 100-continue » would get the bytes only after it.
    requestHandler: { connectionTimeout: limits.connect, socketTimeout: limits.silence },
  })
  // The bucket's own policy sets access: private.
  return diskFiles(
    new Disk(new S3Driver({ client, bucket: settings.bucket, visibility: 'private', supportsACL: false })),
  )
}
