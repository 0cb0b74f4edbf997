import type { FastifyError, FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../../schemas/errors.ts'
import { Crowded } from './database/unavailable.ts'
import { errorsForApp } from './versions.ts'

const BY_FASTIFY_CODE: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', "L'envoi est trop volumineux."),
  FST_REQ_FILE_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', 'Le fichier est trop volumineux : 25 Mo au plus.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('UNSUPPORTED_MEDIA_TYPE', 'Le contenu doit être du JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => malformed(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () =>
    new AppError('BAD_REQUEST', "Le corps de la requête est vide alors qu'il devrait être du JSON."),
}

const malformed = (): AppError => new AppError('BAD_REQUEST', "Le corps de la requête n'est pas un JSON valide.")

/** A NUL or a broken character in a text: the validation plugin refuses it first; PostgreSQL refuses what arrives by another way. */
const BAD_TEXT = new Set(['22021', '22P05', '22P02'])

/** A number that its column cannot hold, given or computed from what was given. */
const TOO_LARGE = '22003'

/** Messages of the multipart parser for an upload that was cut: its errors have no code. */
const CUT_UPLOAD = /^(Unexpected end of multipart data|\w+ terminated early|Malformed part header|Multipart: )/

/** Seconds after which a device sends a file again for which its company had no room (FILE-13): each try costs it a piece of the file. */
const ROOM_AFTER = 600

/** What the client is told of an error: no detail of an unforeseen one. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = BY_FASTIFY_CODE[code]
  if (known) return known()
  if (BAD_TEXT.has(code)) return new AppError('VALIDATION_ERROR', "Un texte contient un caractère qui n'est pas admis.")
  if (code === TOO_LARGE) return new AppError('VALIDATION_ERROR', 'Un nombre est trop grand.')
  if (error instanceof Error && CUT_UPLOAD.test(error.message))
    return new AppError('BAD_REQUEST', "L'envoi du fichier est incomplet : recommencez.", { cause: error })
  if (error instanceof SyntaxError && statusCode === 400) return malformed()
  if (statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', "La requête n'est pas valide.", { cause: error })
  return new AppError('INTERNAL', 'Une erreur interne est survenue.', { cause: error })
}

/** Every error is answered as `{ code, message, errors? }`; an unforeseen one is logged and tells the client nothing. */
export const errorsPlugin = fp(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error, request, reply) => {
      const told = toAppError(error)
      request.answered = told.code
      const isFull = told.code === 'STORAGE_FULL'
      // A company without room is no error of ours: the request's own line says it.
      if (told.status >= 500 && !isFull) request.log.error({ err: told.cause ?? error }, told.message)
      if (told instanceof Crowded) reply.header('retry-after', told.retryAfter)
      if (isFull) reply.header('retry-after', ROOM_AFTER)
      const body = told.toBody()
      // An older app shows each message at the field that it knows.
      if (body.errors && request.written) body.errors = errorsForApp(request, request.written, body.errors)
      return reply.status(told.status).header('cache-control', 'no-store').send(body)
    })
  },
  { name: 'errors', dependencies: ['request-log'] },
)
