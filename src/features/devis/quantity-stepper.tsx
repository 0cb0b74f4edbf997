import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { decimal } from '../../../schemas/decimal.ts'
import styles from './article-picker.module.css'

export interface QuantityStepperProps {
  quantity: number | ''
  /** Names of its two buttons. */
  less: string
  plus: string
  /** Whether one less would leave nothing, where nothing is not offered. */
  isLeast?: boolean
  onStep: (by: 1 | -1) => void
}

/** « − 2 + », each button as large as a thumb. */
export function QuantityStepper({ quantity, less, plus, isLeast = false, onStep }: QuantityStepperProps) {
  return (
    <span className={styles.stepper}>
      <ActionIcon variant="default" size={44} aria-label={less} disabled={isLeast} onClick={() => onStep(-1)}>
        <IconMinus size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <span className={styles.quantity}>{quantity === '' ? 0 : decimal(quantity)}</span>
      <ActionIcon variant="default" size={44} aria-label={plus} onClick={() => onStep(1)}>
        <IconPlus size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </span>
  )
}
