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

/** An S3 bucket. A put is answered once the store has it. */
export function s3Files(settings: S3Settings): Files {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Many servers do not know the newer checksum trailers; TLS and our own SHA-256 protect the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // The bucket's own policy sets access: private.
  return diskFiles(
    new Disk(new S3Driver({ client, bucket: settings.bucket, visibility: 'private', supportsACL: false })),
  )
}
