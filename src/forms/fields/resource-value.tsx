import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import type { Field } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { resourceText } from '../../text/resource.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatInstant,
  formatMoney,
  formatPhone,
} from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { PAGE_RESOURCES, type PageResource, paths } from '../../ui/navigation/paths.ts'
import styles from '../resource.module.css'
import { choiceLabel } from './resource-field.tsx'

function ListValue({ list, id }: { list: ReferenceList; id: string }) {
  const entry = useReferences(list).find((candidate) => candidate.id === id)
  return entry ? entry.LIBELLE : resourceText.missing
}

/** The name of another record, as a link to its page. A record that has not arrived yet shows a text that says so. */
export function RecordLink({
  resource,
  id,
  from = {},
}: {
  resource: PageResource
  id: string
  /** From where: its page's query. */
  from?: Record<string, string>
}) {
  const record = useLiveRecord(resource, id)
  if (record === undefined) return null
  if (record === null) return <span className={styles.missing}>{resourceText.missing}</span>
  return (
    <Link {...hrefProps(paths.resource.view(resource, id, from))} className={styles.link ?? ''}>
      {entityOf(resource).label(record as never)}
    </Link>
  )
}

const isPage = (name: string): name is PageResource => (PAGE_RESOURCES as readonly string[]).includes(name)

function RefValue({ to, id }: { to: string; id: string }) {
  if (to.startsWith('liste:')) return <ListValue list={to.slice('liste:'.length) as ReferenceList} id={id} />
  return isPage(to) ? <RecordLink resource={to} id={id} /> : resourceText.missing
}

/** One value as people read it, by the kind of its field; « — » for nothing, « / » for the zero date (ENT-03). */
export function ResourceValue({ name, field, value }: { name: string; field: Field; value: unknown }): ReactNode {
  const zone = useZone()
  const text = typeof value === 'string' ? value : ''
  if (field.kind === 'date') return formatDate(text)
  if (field.kind === 'datetime') return formatDateTime(text)
  if (field.kind === 'instant') return formatInstant(text, zone)
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return resourceText.empty
  }
  switch (field.kind) {
    case 'cents':
      return <span className="tabular">{formatMoney(Number(value))}</span>
    case 'number':
    case 'integer':
      return <span className="tabular">{formatCount(Number(value))}</span>
    case 'flag':
      return value === 1 ? resourceText.yes : resourceText.no
    case 'choice':
      return choiceLabel(name, value)
    case 'choices':
      return (value as string[]).map((one) => choiceLabel(name, one)).join(', ')
    case 'email':
      return (
        <a href={contactLinks.mail(text)} className={styles.link}>
          {text}
        </a>
      )
    case 'phone':
      return (
        <a href={contactLinks.call(text)} className={`${styles.link} tabular`}>
          {formatPhone(text)}
        </a>
      )
    case 'ref':
      return <RefValue to={field.ref ?? ''} id={text} />
    case 'refs':
      return (value as string[]).map((id, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          <RefValue to={field.ref ?? ''} id={id} />
        </span>
      ))
    default:
      return String(value)
  }
}
