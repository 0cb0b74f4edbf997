import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { FileType } from '../../../schemas/entities/fichier.ts'
import { safeFileName } from '../../../schemas/rules/file-name.ts'
import { contentDisposition } from './content-disposition.ts'

/** For `schema.response`: bytes of a file. */
export const FileAnswer = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' })

/** Sends a picture that a page shows: the browser never runs it. @param cache the value of `Cache-Control` */
export const sendPicture = (
  reply: FastifyReply,
  { bytes, type }: { bytes: Uint8Array; type: FileType },
  cache = 'private, no-store',
): FastifyReply =>
  reply
    .header('content-type', type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', cache)
    .send(Buffer.from(bytes))

/** Sends bytes that somebody uploaded or that the server made: the browser saves them and never runs them, and no cache keeps them. */
export const sendFile = (
  reply: FastifyReply,
  { bytes, type, name }: { bytes: Uint8Array; type: FileType; name: string },
): FastifyReply =>
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(safeFileName(name, type)))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(bytes))
