import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { QuoteVariant } from '../../../schemas/space/devis.ts'
import { variantName } from '../../domain/devis/variant-name.ts'
import { type ShownVariant, VariantsCompare } from '../../domain/devis/variants-compare.tsx'
import { spaceText } from '../../text/space.ts'
import { variantesText } from '../../text/variantes.ts'
import { answerOf, STATE_COLORS } from './devis-state.ts'
import styles from './space.module.css'

const text = variantesText.compared

/** How the name of a variant of which one is signed reads. */
const stateOf = (variant: QuoteVariant): ShownVariant['chip'] => {
  const answer = answerOf(variant)
  if (answer === 'attente') return null
  return {
    label: answer === 'autre' ? spaceText.notChosen : spaceText.states[answer],
    color: STATE_COLORS[answer],
  }
}

/** The variants that the customer was given, side by side; `action` makes the buttons of each. */
export function VariantsChoice({
  variants,
  action,
}: {
  variants: readonly QuoteVariant[]
  action: (variant: QuoteVariant, name: string) => ReactNode
}) {
  const shown = variants.map((one, at) => {
    const name = variantName({ VARIANTE: one.variante ?? null }, at)
    const { IDDEVIS: id, NUMERO_DEVIS: number, PRIX_TTC, LIGNES } = one
    return { id, name, number, PRIX_TTC, LIGNES, chip: stateOf(one), action: action(one, name) }
  })
  return (
    <div className={styles.wide}>
      <VariantsCompare variants={shown} />
    </div>
  )
}

/** The button that reads a variant, and the one that chooses it while it waits. */
export function VariantActions({
  variant,
  name,
  onChoose,
  onRead,
}: {
  variant: QuoteVariant
  name: string
  onChoose: () => void
  onRead: () => void
}) {
  const waits = answerOf(variant) === 'attente'
  return (
    <>
      {waits ? (
        <Button onClick={onChoose} aria-label={text.chooseOf(name)}>
          {text.choose}
        </Button>
      ) : null}
      <Button variant="default" onClick={onRead} aria-label={text.readOf(name)}>
        {text.read}
      </Button>
    </>
  )
}
