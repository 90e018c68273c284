import { useFetcher } from '@remix-run/react'
import type { ComponentProps, FormEvent } from 'react'
import { submitterOf } from '#app/forms/post-form.tsx'
import { DayChoice } from '#app/leads/day-choice.tsx'
import type { OrderView } from '#app/leads/load-order.server.ts'
import { needsDay } from '#app/leads/open-day-fields.tsx'
import { NoRecipient } from '#app/leads/no-recipient.tsx'
import { OrderForm } from '#app/leads/order-form.tsx'
import { formLabels } from '#app/leads/order-labels.ts'
import { OrderSubject } from '#app/leads/order-subject.tsx'
import { orderFormPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { PageDialog } from './page-dialog.tsx'

type Props = { closeHref: string; view: OrderView }

/** A refused form; without a response only the problem. */
type Refused = Pick<ComponentProps<typeof OrderForm>, 'values' | 'problem' | 'needsCode' | 'wait'> & {
  view?: OrderView
}

/**
 * The lead form as a modal: with scripts the page stays, and so does a refused form, until the confirmation is loaded;
 * without them the form works as on its page.
 */
export function OrderDialog({ closeHref, view: fresh }: Props) {
  const { data: refused, state, submit } = useFetcher<Refused>()
  const city = useCity()
  const view = refused?.view ?? fresh
  const send = (event: FormEvent<HTMLFormElement>) => {
    const button = submitterOf(event)
    if (button === undefined) return
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (button.name !== '') fields.set(button.name, button.value)
    submit(fields, { method: 'post', action: orderFormPath })
  }
  return (
    <PageDialog title={formLabels(view).title} closeHref={closeHref}>
      <OrderSubject view={view} />
      {refused === undefined && needsDay(view) ? (
        <DayChoice view={view} city={city} />
      ) : refused === undefined && view.recipient === undefined ? null : (
        <OrderForm
          // The name beside consents may be another one now, for which they do not hold.
          key={`${view.key} ${view.recipient?.name}`}
          view={view}
          values={refused?.values}
          problem={refused?.problem}
          needsCode={refused?.needsCode}
          wait={refused?.wait}
          onSubmit={send}
          isBusy={state !== 'idle'}
        />
      )}
      <NoRecipient view={view} />
    </PageDialog>
  )
}
