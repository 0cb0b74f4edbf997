import type { FastifyInstance } from 'fastify'
import { may } from '../../../schemas/access.ts'
import { unauthorized, validationError } from '../../../schemas/errors.ts'
import { ArticleTable, MAX_IMPORT_BYTES } from '../../../schemas/imports.ts'
import { MOST_ARTICLE_ROWS } from '../../../schemas/rules/articles.ts'
import { type About, readInThread } from '../../imports/read/read-in-thread.ts'
import { one } from '../shared/answers.ts'
import { bytesBody, takeBytes } from '../shared/bytes-body.ts'
import { at } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

type Line = ArticleTable['lignes'][number]

/** Reads a price list that is a workbook, which browsers cannot (SET-09). Nothing is kept: the device plans the import and sends it, as with a CSV. */
export async function articleTableRoute(app: FastifyInstance): Promise<void> {
  takeBytes(app, MAX_IMPORT_BYTES)
  const schema = {
    summary: 'Lit un classeur XLSX de tarifs, sans rien écrire',
    ...bytesBody('Octets, 30 Mio au plus'),
    response: { 200: one(ArticleTable) },
  }
  const config = { ...at('article', 'create'), does: 'reads' } as const
  app.post<{ Body: Buffer }>('/articles/tableau', { config, schema }, async (request) => {
    if (!may(staffActor(request).staff, 'create', 'article')) throw unauthorized()
    const { body } = request
    if (!Buffer.isBuffer(body) || body.length === 0) throw validationError({ _: ['Le fichier est vide.'] })
    return { data: await tableOf(body) }
  })
}

async function tableOf(bytes: Buffer): Promise<ArticleTable> {
  let about: About | undefined
  const lignes: Line[] = []
  const on = {
    onAbout: async (told: About) => {
      if (told.lignes > MOST_ARTICLE_ROWS)
        throw validationError({ _: [`Ce fichier a trop de lignes : ${MOST_ARTICLE_ROWS} au plus en une fois.`] })
      about = told
    },
    onPage: async (json: string) => {
      for (const { number, cells } of JSON.parse(json) as { number: number; cells: string[] }[])
        lignes.push({ numero: number, cellules: cells })
    },
  }
  await readInThread(bytes, null, on, 'articles')
  const { feuille = null, entete = 1, titres = [] } = about ?? {}
  return { feuille, lignes: [{ numero: entete, cellules: titres }, ...lignes] }
}
