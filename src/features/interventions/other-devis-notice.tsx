import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { quoteName } from '../../../schemas/entities/devis.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { interventionsText as text } from '../../text/interventions.ts'
import { paths } from '../../ui/navigation/paths.ts'
import type { InterventionFile } from './use-intervention-file.ts'

type Other = Pick<InterventionFile, 'other'>

/** Said before the PV is signed: it would have its customer accept works that they did not order. Whoever may not link a quote is told who does. */
export function OtherQuoteNotice({ id, other }: Other & { id: string }) {
  const mayLink = useMay()('create', 'intervention')
  if (!other) return null
  const { named, orders } = other
  return (
    <Alert color="orange" mb="md">
      {text.otherQuote(named && quoteName(named), orders.map(quoteName))} {mayLink ? text.linkBefore : text.askToLink}
      {mayLink ? (
        <div>
          <Anchor component={Link} size="sm" to={paths.resource.edit('intervention', id)}>
            {text.linkOrder}
          </Anchor>
        </div>
      ) : null}
    </Alert>
  )
}

/**
 * The same on the page that is handed to the customer, who has nothing to do with what the staff has to link. Of a quote that is not on this device nobody knows here
 * whether they signed it: it may be an order too.
 */
export function OtherQuoteForCustomer({ other }: Other) {
  if (!other?.named) return null
  return (
    <Alert color="orange" mb="md">
      {text.otherQuoteOfYours(other.orders.map(quoteName))}
    </Alert>
  )
}
