import { Button, Menu } from '@mantine/core'
import { IconEye, IconFileText } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { decimal } from '../../../schemas/decimal.ts'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { isDraft, isSealed, isSuperseded, lineTotal, quoteTotals } from '../../../schemas/rules/devis.ts'
import { endedOn, quoteState } from '../../../schemas/rules/devis-state.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useVariants } from '../../domain/devis/use-variants.ts'
import { PdfSheet } from '../../domain/documents/pdf-sheet.tsx'
import { SentPanel } from '../../domain/messages/sent-panel.tsx'
import { QuotePayments } from '../../domain/paiements/payments-panel.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, Facts, MissingRecord, NarrowFacts, RecordActions } from '../../domain/records/resource-view.tsx'
import { RecordLink } from '../../forms/fields/resource-value.tsx'
import { usePageRecord } from '../../forms/use-page-record.ts'
import { devisFollowText } from '../../text/devis.ts'
import { devisText } from '../../text/devis-form.ts'
import { formatInstant, formatMoney } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Columns, Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { useCopyMenu } from './copy-actions.tsx'
import styles from './devis.module.css'
import { documentOf } from './devis-parties.ts'
import { DevisTotals } from './devis-totals.tsx'
import { rateLabel } from './lignes.ts'
import { PriceHints, RateHints } from './price-hints.tsx'
import { SignedPdf } from './signed-pdf.tsx'
import { TransmitPanel } from './transmit-panel.tsx'
import { useCancelOrder } from './use-cancel-order.tsx'
import { useDevisParties } from './use-devis-parties.ts'
import { VariantsPanel } from './variants-panel.tsx'

const NONE: readonly LocalRecord<'devis'>[] = []

const DATES = [
  'DATE_EDITION',
  'DATE_VALIDITE',
  'DATE_CREATION',
  'DATE_TRANSMISSION',
  'DATE_CONSULTATION',
  'DATE_SIGNATURE',
]

const NONE_BELOW: readonly string[] = []

/** /manager/devis/$id */
export function DevisScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <DevisPage key={id} id={id} />
}

function Lines({ devis }: { devis: LocalRecord<'devis'> }) {
  if (devis.LIGNES.length === 0) return <PanelEmpty text={devisText.noLines} />
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th>{devisText.label}</th>
            <th className={styles.number}>{devisText.quantity}</th>
            <th className={styles.number}>{devisText.price}</th>
            <th className={styles.number}>{devisText.rate}</th>
            <th className={styles.number}>{devisText.total}</th>
          </tr>
        </thead>
        <tbody>
          {devis.LIGNES.map((line) => (
            <tr key={line.id}>
              <td>
                {line.LIBELLE}
                {line.DESCRIPTION ? <div className={styles.description}>{line.DESCRIPTION}</div> : null}
                {line.REMISE ? (
                  <div className={styles.description}>{devisText.discountOf(decimal(line.REMISE))}</div>
                ) : null}
              </td>
              <td className={styles.number} data-label={devisText.quantity}>
                {decimal(line.QUANTITE)} {line.UNITE}
              </td>
              <td className={styles.number} data-label={devisText.priceShort}>
                {formatMoney(line.PRIX_UNITAIRE_HT)}
              </td>
              <td className={styles.number} data-label={devisText.rate}>
                {rateLabel(line.TAUX_TVA)}
              </td>
              <td className={styles.number} data-label={devisText.total}>
                {formatMoney(lineTotal(line))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <DevisTotals totals={quoteTotals(devis.LIGNES)} />
    </>
  )
}

function DevisPage({ id }: { id: string }) {
  const devis = usePageRecord('devis', id)
  if (devis === undefined) return null
  if (devis === null) return <MissingRecord back={paths.manager.href()} />
  return <DevisView devis={devis} />
}

function DevisView({ devis }: { devis: LocalRecord<'devis'> }) {
  const parties = useDevisParties(devis)
  const projet = useLiveRecord('projet', devis.IDPROJET)
  const [preview, setPreview] = useState(false)
  const id = devis.IDDEVIS
  const label = devisEntity.label(devis)
  const back = paths.resource.view('projet', devis.IDPROJET)
  const sealed = isSealed(devis)
  const { all = NONE, variants = NONE } = useVariants(devis) ?? {}
  const otherSigned = isSuperseded(devis, all)
  const { menu, sheet } = useCopyMenu({ devis, variants, projet })
  const cancelOrder = useCancelOrder(devis)
  // Without an entry there is no menu.
  const orderMenu =
    menu || cancelOrder.item ? (
      <>
        {menu}
        {cancelOrder.item}
      </>
    ) : undefined
  const mayCreate = useMay()('create', 'devis')
  const state = quoteState(devis, otherSigned)
  const zone = useZone()
  return (
    <>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            {devis.VARIANTE ? <strong>{devis.VARIANTE}</strong> : null}
            {devis.OBJET}
            <StateChip label={state.label} color={state.color} />
            <SyncLink resource="devis" id={id} mark={devis.sync} />
          </HeaderMarks>
        }
        actions={
          <>
            {sealed ? (
              <SignedPdf devis={devis} />
            ) : (
              <Button
                component={Link}
                to={paths.quotePreview.href(id)}
                variant="default"
                leftSection={<IconEye size={16} />}
              >
                {devisFollowText.preview.open}
              </Button>
            )}
            <RecordActions
              resource="devis"
              id={id}
              label={label}
              back={back}
              canEdit={!sealed && devis.REFUSE !== 1}
              canRemove={!sealed}
              menu={
                sealed ? (
                  orderMenu
                ) : (
                  <>
                    <Menu.Item
                      leftSection={<IconFileText size={16} />}
                      disabled={parties === undefined}
                      onClick={() => setPreview(true)}
                    >
                      {devisFollowText.pdf.open}
                    </Menu.Item>
                    {menu}
                  </>
                )
              }
              removeOutside
            />
          </>
        }
      />
      {sealed ? <p className={styles.sealed}>{devisText.sealed}</p> : null}
      <Columns
        // Of an order, what is paid comes first on a phone.
        sideFirst={sealed}
        main={
          <>
            <VariantsPanel devis={devis} variants={variants} all={all} />
            <Panel title={devisText.lines} count={devis.LIGNES.length}>
              <Lines devis={devis} />
              {isDraft(devis) && mayCreate ? (
                <>
                  <PriceHints devis={devis} />
                  <RateHints devis={devis} />
                </>
              ) : null}
            </Panel>
          </>
        }
        side={
          <>
            <QuotePayments devis={devis} />
            <TransmitPanel
              devis={devis}
              parties={parties}
              otherSigned={otherSigned}
              stopped={projet ? isClosed(projet) : false}
              variants={variants}
            />
            <SentPanel subject={{ resource: 'devis', id, below: NONE_BELOW }} />
            <Panel title={devisText.dates}>
              <NarrowFacts>
                <dl>
                  <Fact label={devisText.client}>
                    <RecordLink resource="client" id={devis.IDCLIENT} />
                  </Fact>
                  <Fact label={devisText.project}>
                    <RecordLink resource="projet" id={devis.IDPROJET} />
                  </Fact>
                </dl>
                <Facts entity={entityOf('devis')} record={devis} names={['IDRESPONSABLEPROJET', ...DATES]}>
                  <Fact label={endedOn(devis)}>{formatInstant(devis.DATE_REFUSE, zone)}</Fact>
                </Facts>
              </NarrowFacts>
            </Panel>
          </>
        }
      />
      {sheet}
      {cancelOrder.sheet}
      {preview && parties !== undefined ? (
        parties ? (
          <PdfSheet
            title={devisFollowText.pdf.title}
            name={`Devis ${devis.NUMERO_DEVIS ?? label}`}
            company={parties.company}
            order={(logo) => ({ quote: { ...documentOf(devis, parties), logo } })}
            note={devisFollowText.pdf.draft}
            onClose={() => setPreview(false)}
          />
        ) : (
          <Sheet opened onClose={() => setPreview(false)} title={devisFollowText.pdf.title}>
            {devisFollowText.pdf.missingClient}
          </Sheet>
        )
      ) : null}
    </>
  )
}
