import type { FastifyInstance } from 'fastify'
import Type from 'typebox'

/** Routes of this scope take bodies of bytes. @param most bytes */
export function takeBytes(app: FastifyInstance, most: number): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer', bodyLimit: most }, (_request, body, done) =>
    done(null, body),
  )
}

/** For the schema of such a route. @param description what the bytes are, and how many at most */
export const bytesBody = (description: string) => ({
  consumes: ['application/octet-stream'],
  body: Type.Unsafe<Buffer>({ description }),
})
