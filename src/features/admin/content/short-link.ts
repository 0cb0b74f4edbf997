import * as Type from 'typebox'
import { defineEntity } from '../../../../schemas/entity.ts'
import { key, required, text, words } from '../../../../schemas/fields.ts'
import { isSlug } from '../../../../schemas/rules/short-links.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import { contentText } from '../../../text/admin/content.ts'

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text)) return false
  try {
    return new URL(text).host !== ''
  } catch {
    return false
  }
}

export const shortLink = defineEntity({
  name: 'short_link',
  title: 'Lien court',
  plural: 'Liens courts',
  path: '/shortener',
  table: 'short_link',
  key: 'id',
  fields: {
    id: key(),
    slug: words('Mot du lien', 60),
    url: required(text('Adresse visée', 2000)),
    LIBELLE: text('Libellé', 120),
  },
  check: ({ slug, url }) => [
    ...(isSlug(slug) ? [] : [{ field: 'slug', message: contentText.wrongSlug }]),
    ...(isWebAddress(url) ? [] : [{ field: 'url', message: contentText.wrongUrl }]),
  ],
  label: ({ slug }) => `/${slug}`,
})

export const ShortLinkAnswer = answerOf(shortLink, { clicks: Type.Integer(), created_at: Type.String() })

/** The address of a short link on its company's host: the admin domain with the company's label in place of the first one. */
export function shortAddress(
  { slug, companyKey }: { slug: string; companyKey: string },
  here: Pick<Location, 'protocol' | 'host'>,
): string {
  const [, ...domain] = here.host.split('.')
  return `${here.protocol}//${[companyKey, ...domain].join('.')}/${slug}`
}
