import { contentText } from '../../../text/admin/content.ts'
import { EMPTY } from '../../../text/words.ts'
import { formatCount, formatDate } from '../../../ui/format/format.ts'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'
import styles from './content.module.css'
import { QrButton } from './qr-button.tsx'
import { ShortLinkAnswer, shortLink } from './short-link.ts'

/** Short links of a company: how often each was followed, and its QR code for a poster. */
const shortener = defineAdminResource({
  entity: shortLink,
  name: 'shortener',
  scope: 'company',
  row: ShortLinkAnswer,
  columns: [
    { name: 'slug', label: contentText.slug, value: ({ slug }) => `/${slug}` },
    { name: 'LIBELLE', label: shortLink.fields.LIBELLE.label, value: ({ LIBELLE }) => LIBELLE ?? EMPTY },
    { name: 'url', label: shortLink.fields.url.label, value: ({ url }) => <span className={styles.url}>{url}</span> },
    { name: 'created_at', label: contentText.created, value: ({ created_at }) => formatDate(created_at) },
    { name: 'clicks', label: contentText.clicks, value: ({ clicks }) => formatCount(clicks), end: true },
  ],
  by: { sortBy: 'slug', sortDesc: false },
  search: ({ slug, url, LIBELLE }) => `${slug} ${url} ${LIBELLE ?? ''}`,
  hints: { slug: contentText.slugHint, url: contentText.urlHint },
  actions: ({ slug }, { companyId }) => (companyId === null ? null : <QrButton slug={slug} companyId={companyId} />),
  words: contentText.shortener,
})

export const ShortLinkList = () => <ResourceList resource={shortener} />
export const ShortLinkForm = () => <ResourceForm resource={shortener} />
