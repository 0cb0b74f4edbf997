import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { quoteName } from '../../../schemas/entities/devis.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import type { InterventionFile } from './use-intervention-file.ts'

/** Said before the PV is signed: it would have its customer accept works that they did not order. */
export function OtherQuoteNotice({ other, children }: Pick<InterventionFile, 'other'> & { children?: ReactNode }) {
  if (!other) return null
  const { named, orders } = other
  return (
    <Alert color="orange" mb="md">
      {text.otherQuote(named && quoteName(named), orders.map(quoteName))}
      {children}
    </Alert>
  )
}
