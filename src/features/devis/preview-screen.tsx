import { Button } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isPending, isSuperseded } from '../../../schemas/rules/devis.ts'
import { quoteState } from '../../../schemas/rules/devis-state.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useVariants } from '../../domain/devis/use-variants.ts'
import { variantName } from '../../domain/devis/variant-name.ts'
import { type ShownVariant, VariantsCompare } from '../../domain/devis/variants-compare.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { CustomerHeader } from '../../domain/signature/client-header.tsx'
import { LeaveGuard } from '../../domain/signature/leave-guard.tsx'
import { devisFollowText } from '../../text/devis.ts'
import { variantesText } from '../../text/variantes.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { CustomerQuote } from './client-devis.tsx'
import styles from './preview.module.css'
import { SignHere } from './sign-here.tsx'
import { useDevisParties } from './use-devis-parties.ts'

const text = devisFollowText.preview
type Devis = LocalRecord<'devis'>

/** /manager/devis/$id/apercu: the quote, or all of its variants, as the customer reads them. They may hold the device. */
export function PreviewScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const devis = useLiveRecord('devis', id)
  if (devis === undefined) return null
  if (devis === null) return <MissingRecord back={paths.manager.href()} />
  return <Preview key={id} devis={devis} />
}

const asShown = (one: Devis, at: number, all: readonly Devis[], onRead: (id: string) => void): ShownVariant => {
  const over = isSuperseded(one, all)
  const { NUMERO_DEVIS: number, PRIX_TTC, LIGNES } = one
  const name = variantName(one, at)
  return {
    id: one.IDDEVIS,
    name,
    number,
    PRIX_TTC,
    LIGNES,
    // Whether it was sent is the staff's concern.
    chip: isPending(one) && !over ? null : quoteState(one, over),
    action: (
      <Button size="md" fullWidth onClick={() => onRead(one.IDDEVIS)} aria-label={variantesText.compared.readOf(name)}>
        {variantesText.compared.read}
      </Button>
    ),
  }
}

function Preview({ devis }: { devis: Devis }) {
  const parties = useDevisParties(devis)
  const found = useVariants(devis)
  const projet = useLiveRecord('projet', devis.IDPROJET)
  const [read, setRead] = useState<string | null>(null)
  if (parties === undefined || found === undefined) return null
  const { all, variants } = found
  const isChoice = variants.length > 1
  const shown = isChoice ? variants.find((one) => one.IDDEVIS === read) : devis
  const show = (id: string | null): void => {
    setRead(id)
    window.scrollTo(0, 0)
  }
  const title = shown ? text.title : variantesText.compared.title
  const back = paths.resource.view('devis', devis.IDDEVIS)
  return (
    <>
      <CustomerHeader title={title} back={back} quit={text.quit} wide={!shown} />
      <div className={styles.page} data-wide={!shown || undefined}>
        {parties === null ? (
          <EmptyState text={text.missing} />
        ) : shown ? (
          <>
            {isChoice ? (
              <Button variant="default" leftSection={<IconLayoutColumns size={18} />} onClick={() => show(null)}>
                {text.all}
              </Button>
            ) : null}
            <CustomerQuote devis={shown} parties={parties} />
            <SignHere
              key={shown.IDDEVIS}
              devis={shown}
              parties={parties}
              all={all}
              stopped={projet ? isClosed(projet) : false}
            />
          </>
        ) : (
          <>
            <p className={styles.said}>{variantesText.compared.intro}</p>
            <VariantsCompare variants={variants.map((one, at) => asShown(one, at, all, show))} />
          </>
        )}
      </div>
      <LeaveGuard asks={() => true} title={text.quitTitle} message={text.quitText} />
    </>
  )
}
