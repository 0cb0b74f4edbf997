import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { worksOf } from '../../../documents/pv-content.ts'

import { reservesOf, type SiteNote } from '../../../schemas/rules/intervention-site.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useCompany } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import { PhotoGrid } from '../../domain/files/file-list.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { CustomerHeader } from '../../domain/signature/client-header.tsx'
import { interventionsText as text } from '../../text/interventions.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type PvSources, signatoryOf } from './make-pv.ts'
import { OtherQuoteForCustomer } from './other-devis-notice.tsx'
import styles from './sign.module.css'
import { SignForm } from './sign-form.tsx'
import { type InterventionFile, useInterventionFile } from './use-intervention-file.ts'

/** /manager/intervention/$id/sign (MGR-18); `?levee=1`: the second PV, which lifts reserves. */
export function SignScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [query] = useQuery()
  return <SignPage key={id} id={id} kind={query.levee === '1' ? 'levee' : 'reception'} />
}

function SignPage({ id, kind }: { id: string; kind: 'reception' | 'levee' }) {
  const now = useInterventionFile(id)
  const company = useCompany()
  const zone = useZone()
  const allowed = useMay()
  const civility = useLiveRecord('reference', now.client?.IDCIVILITE)
  const back = paths.resource.view('intervention', id)
  // The PV must be complete: signing waits until all its parts are read. The office may give it another quote or address while the customer
  // signs: the form stays while that is read.
  const parts = [now.intervention, now.files, now.projet, now.client, now.devis, now.adresse, now.chantier, civility]
  const waits = parts.includes(undefined)
  const read = useRef<InterventionFile>(null)
  // The works were deleted, or are not on this device any more: a drawn signature is not lost without a word.
  const gone = now.intervention === null && Boolean(read.current?.intervention)
  if (!waits && !gone) read.current = now
  const works = read.current
  if (works === null || company === null) return null
  const { intervention, pv } = works
  if (!intervention) return <MissingRecord back={paths.manager.href()} />
  const title = kind === 'levee' ? text.liftTitle : text.signTitle
  const open = reservesOf(intervention).filter((reserve) => kind === 'reception' || reserve.LEVEE === undefined)
  const refusal = refusalOf({
    kind,
    signed: pv !== null,
    open: open.length,
    mayLift: allowed('update', 'intervention'),
  })
  if (refusal !== null) {
    return (
      <>
        <CustomerHeader title={title} back={back} quit={text.quit} />
        <EmptyState text={refusal} />
      </>
    )
  }
  const sources: PvSources = {
    company,
    zone,
    intervention,
    devis: works.devis ?? null,
    client: works.client ?? null,
    adresse: works.adresse ?? null,
    chantier: works.chantier ?? null,
  }
  return (
    <>
      <CustomerHeader title={title} back={back} quit={text.quit} />
      <div className={styles.page}>
        {gone ? (
          <p role="alert" className={`surface ${styles.card}`}>
            {text.signGone}
          </p>
        ) : null}
        {kind === 'reception' ? <OtherQuoteForCustomer other={works.other} /> : null}
        <Summary works={works} />
        {kind === 'reception' ? <Reserves reserves={open} works={works} /> : null}
        <SignForm
          kind={kind}
          reserves={open}
          sources={sources}
          waits={waits || gone}
          signatory={signatoryOf(sources.client, civility ?? null)}
          back={back}
        />
      </div>
    </>
  )
}

/** Why nobody can sign here; null when signing is possible. */
function refusalOf({
  kind,
  signed,
  open,
  mayLift,
}: {
  kind: 'reception' | 'levee'
  signed: boolean
  open: number
  mayLift: boolean
}): string | null {
  if (kind === 'reception') return signed ? text.alreadySigned : null
  if (!mayLift) return text.mayNotLift
  return signed && open > 0 ? null : text.nothingToLift
}

/** The content of the PV, shown to the customer before signing. */
function Summary({ works }: { works: InterventionFile }) {
  const { intervention, devis, chantier, adresse } = works
  if (!intervention) return null
  const place = chantier ?? adresse
  const lines = worksOf(devis?.LIGNES ?? [])
  return (
    <section className={`surface ${styles.card}`} aria-label={text.summary}>
      <h2 className={styles.title}>{text.summary}</h2>
      {intervention.RDV_OBJET ? <p className={styles.object}>{intervention.RDV_OBJET}</p> : null}
      <p className={styles.muted}>
        {formatDateTime(intervention.RDV_DEBUT)} – {formatDateTime(intervention.RDV_FIN)}
      </p>
      {place ? (
        <p className={styles.muted}>{[place.ADRESSE, place.CODE_POSTAL, place.VILLE].filter(Boolean).join(' ')}</p>
      ) : null}
      {devis?.NUMERO_DEVIS ? <p className={styles.muted}>{text.quote(devis.NUMERO_DEVIS)}</p> : null}
      {lines.length === 0 ? (
        <p className={styles.muted}>{text.noWorks}</p>
      ) : (
        <ul className={styles.list}>
          {lines.map((line, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a quote may have the same text
            <li key={`${n} ${line}`}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Reserves({ reserves, works }: { reserves: readonly SiteNote[]; works: InterventionFile }) {
  const named = new Set(reserves.map((reserve) => reserve.PHOTO))
  const photos = works.files?.filter((file) => named.has(file.id)) ?? []
  return (
    <section className={`surface ${styles.card}`} aria-label={text.signReserves}>
      <h2 className={styles.title}>{text.signReserves}</h2>
      <p className={styles.object}>{reserves.length === 0 ? text.signNoReserves : text.signWithReserves}</p>
      {reserves.length > 0 ? (
        <ol className={styles.list}>
          {reserves.map((reserve) => (
            <li key={reserve.id} className={styles.reserve}>
              {reserve.TEXTE}
            </li>
          ))}
        </ol>
      ) : null}
      {photos.length > 0 ? (
        <div className={styles.thumbs}>
          <PhotoGrid photos={photos} label={text.photosTitle} />
        </div>
      ) : null}
    </section>
  )
}
