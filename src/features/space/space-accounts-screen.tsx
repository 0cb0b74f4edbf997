import { NativeSelect } from '@mantine/core'
import * as Type from 'typebox'
import { SpaceOrder } from '../../../schemas/space/devis.ts'
import { useEngineDraft } from '../../forms/form-guard.tsx'
import { useFormEngine } from '../../forms/use-form-engine.ts'
import { spaceText } from '../../text/space.ts'
import { OrderPayments } from './order-payments.tsx'
import { RequestForm } from './request-form.tsx'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.accounts
const ORDERS = Type.Array(SpaceOrder)

/** No order means all of them. */
const validate = () => ({})

function Question({ orders }: { orders: readonly SpaceOrder[] }) {
  const engine = useFormEngine({ values: { IDDEVIS: '' }, validate })
  const { form, values } = engine
  useEngineDraft('space/comptable/commande', engine)
  const choices = [
    { value: '', label: text.allOrders },
    ...orders.map((order) => ({
      value: order.IDDEVIS,
      label: [spaceText.quote(order.NUMERO_DEVIS), order.OBJET].filter(Boolean).join(' · '),
    })),
  ]
  const bodyOf = () => async () => ({ type: 'comptable' as const, ...(values.IDDEVIS === '' ? {} : values) })
  return (
    <RequestForm draftKey="space/comptable" label={spaceText.request.message} bodyOf={bodyOf} onSent={form.reset}>
      {orders.length > 0 && <NativeSelect label={text.about} data={choices} {...form.getInputProps('IDDEVIS')} />}
    </RequestForm>
  )
}

/** `/space/comptable`: payments, the amount left, the payment link, and questions to the accounts (SPA-05). */
export function SpaceAccountsScreen() {
  const orders = useSeen('/space/commande', ORDERS)
  return (
    <SpacePage title={text.title}>
      <Section title={spaceText.homePage.orders}>
        <Shown reading={orders}>
          {(all) =>
            all.length === 0 ? (
              <p className={styles.muted}>{text.none}</p>
            ) : (
              all.map((order) => <OrderPayments key={order.IDDEVIS} order={order} />)
            )
          }
        </Shown>
      </Section>
      <Section title={text.ask}>
        <Question orders={orders.data ?? []} />
      </Section>
    </SpacePage>
  )
}
