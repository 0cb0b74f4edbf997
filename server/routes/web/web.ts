import { stat } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { isSlug } from '../../../schemas/rules/short-links.ts'
import { PUBLIC } from '../../actor.ts'
import { hostLabel } from '../../plugins/tenant/companies.ts'
import { nothing } from '../shared/answers.ts'
import { shortLinks } from '../shortener/follow.ts'
import { manifestOf } from './manifest.ts'

export interface WebOptions {
  /** Folder of the built web app. */
  folder: string
  apiBase: string
  /** Address of an online style of the map. */
  mapStyle: string | null
  demo: boolean
}

/** The web app: files of the build, the page for every navigation, and what depends on the host. */
export function webRoutes({ folder, apiBase, mapStyle, demo }: WebOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    await app.register(fastifyStatic, { root: folder, serve: false, cacheControl: false, preCompressed: true })

    const configuration = {
      summary: 'Où l’application trouve l’API et le fond de carte en ligne',
      response: {
        200: Type.Object({
          apiBase: Type.String(),
          mapStyle: Type.Union([Type.String(), Type.Null()]),
          demo: Type.Boolean(),
        }),
      },
    }
    app.get(
      '/config.json',
      { config: { access: PUBLIC, does: 'reads' }, schema: configuration },
      async (_request, reply) => {
        reply.header('cache-control', 'no-store')
        return { apiBase, mapStyle, demo }
      },
    )

    const manifest = {
      summary: 'Application installable de cette adresse',
      produces: ['application/manifest+json'],
      response: { 200: Type.Object({ name: Type.String(), start_url: Type.String() }) },
    }
    app.get(
      '/manifest.webmanifest',
      { config: { access: PUBLIC, does: 'reads' }, schema: manifest },
      async (request, reply) => {
        const label = hostLabel(request.host)
        const company = label === null ? null : await app.companies.find(label)
        reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
        return JSON.stringify(manifestOf(company))
      },
    )

    const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const file = await fileOf(folder, request.url)
      if (file) return send(reply, file)
      if (isNavigation(request)) return send(reply, 'index.html')
      throw notFound()
    }
    const linkOf = shortLinks(app)
    const short = {
      summary: 'Suivre un lien court, ou la page de l’application',
      params: Type.Object({ slug: Type.String() }),
      produces: ['text/html'],
      response: { 200: Type.String(), 302: nothing },
    }
    app.get<{ Params: { slug: string } }>(
      '/:slug',
      // Following a link counts the click.
      { config: { access: PUBLIC, does: 'acts' }, schema: short },
      async (request, reply) => {
        const { slug } = request.params
        const target = await linkOf(request, slug)
        if (target !== null) return reply.header('cache-control', 'no-store').redirect(target, 302)
        if (!isSlug(slug)) return serve(request, reply)
        // Neither a link nor a page: people see the app's own 404.
        if (isNavigation(request)) return send(reply.status(404), 'index.html')
        throw new AppError('NOT_FOUND', 'Not found')
      },
    )

    // Files of the build and its page; no call of the API.
    app.get('/*', { config: { access: PUBLIC, does: 'reads' }, schema: { hide: true } }, serve)
  }
}

const send = (reply: FastifyReply, file: string): FastifyReply =>
  reply.header('cache-control', keepingOf(file)).sendFile(file)

/**
 * A file with a hash in its name never changes; everything else is asked for again, so that an update is seen. The page is not stored at all: then no browser
 * over https suspends it for « Précédent » while it uses its local database (WORK-10).
 */
function keepingOf(file: string): string {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return file === 'index.html' ? 'no-store' : 'no-cache'
}

/** The file of the build that a URL names; null when there is none. */
async function fileOf(folder: string, url: string): Promise<string | null> {
  let path: string
  try {
    path = normalize(decodeURIComponent(url.split(/[?#]/)[0] ?? '')).replace(/^\/+/, '')
  } catch {
    return null
  }
  if (path === '' || path.startsWith('..') || path.includes('\0')) return null
  const found = await stat(join(folder, path)).catch(() => null)
  return found?.isFile() ? path : null
}

/** A request for a page. A missing script or image must be a 404: otherwise the page would be run or cached in its place. */
function isNavigation({ url, headers }: FastifyRequest): boolean {
  const path = url.split(/[?#]/)[0] ?? ''
  if (path === '/api' || path.startsWith('/api/')) return false
  if (/\.[\w-]+$/.test(path)) return false
  const mode = headers['sec-fetch-mode']
  // The front page also answers callers that do not say what they want (curl, a monitor).
  return mode === undefined ? path === '/' || (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}
