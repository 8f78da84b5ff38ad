import { ApiError } from '../../contract/errors.ts'
import { cancelDelivery } from '../../domain/deliveries/cancelling/cancel-delivery.ts'
import { unlockCode } from '../../domain/deliveries/codes/unlock-code.ts'
import { deliveryBody } from '../../domain/deliveries/delivery-body.ts'
import type { DeliveryRow, PaymentHistoryRow } from '../../domain/deliveries/delivery-row.ts'
import {
  type DeliveryKey,
  findDelivery,
  listHistory,
  listPaymentHistory,
} from '../../domain/deliveries/delivery-store.ts'
import { getDeliveryKey } from '../../domain/deliveries/order/get-delivery-key.ts'
import { confirmPayment } from '../../domain/deliveries/payment/confirm-payment.ts'
import { denyPayment } from '../../domain/deliveries/payment/deny-payment.ts'
import { returnParcel } from '../../domain/deliveries/transitions/return-parcel.ts'
import { reassignCourier } from '../../domain/matching/overseeing/reassign-courier.ts'
import {
  listPaymentRequests,
  type PaymentRequestRow,
} from '../../domain/money/mobile-money/payment-request-store.ts'
import { requestPaymentAgain } from '../../domain/money/mobile-money/request-payment-again.ts'
import { statusEventView } from '../../doors/partner-api/delivery-view.ts'
import type { Services } from '../../services.ts'
import { type AddCommand, answer } from './command-context.ts'
import { addDeliveriesList } from './deliveries-list-command.ts'
import { jsonOption, readAmount, readUuid } from './option-values.ts'

type AssignOptions = { delivery: string; courier: string; json?: boolean }
type OneOptions = { shop: string; delivery: string; json?: boolean }

/**
 * `colis deliveries list | assign | show | cancel | confirm-payment | deny-payment | confirm-return |
 * request-payment | unlock-code`.
 */
export const addDeliveriesCommand: AddCommand = (program, context) => {
  const deliveries = program.command('deliveries').description('deliveries that need the operator')
  addDeliveriesList(deliveries, context)

  deliveries
    .command('assign')
    .description('give a parcel that was not picked up yet to another courier')
    .requiredOption('--delivery <id>', 'which delivery: its id or its reference')
    .requiredOption('--courier <id>', 'who carries it from now on', readUuid)
    .option(...jsonOption)
    .action(async (options: AssignOptions) => {
      const services = await context.services()
      const key = await getDeliveryKey(services.db, options.delivery)
      const { id, reference, status, courier_first_name } = await reassignCourier(
        services,
        key,
        options.courier,
      )
      answer(context, options, { deliveryId: id, reference, status, courierId: options.courier }, [
        `${reference} is ${courier_first_name}’s now.`,
      ])
    })

  const command = (name: string, description: string) =>
    deliveries
      .command(name)
      .description(description)
      .requiredOption('--shop <id>', 'whose delivery', readUuid)
      .requiredOption('--delivery <id>', 'which delivery: its id or its reference')

  command('show', 'a delivery, its payment, what its courier earns and its history')
    .option('--show-codes', 'its codes too: whoever says one takes or hands over the parcel')
    .option(...jsonOption)
    .action(async (options: OneOptions & { showCodes?: boolean }) => {
      const services = await context.services()
      const { db } = services
      const key = await getDeliveryKey(services.db, options.delivery, options.shop)
      const [row, history, payments, requests] = await Promise.all([
        findDelivery(db, key),
        listHistory(db, key),
        listPaymentHistory(db, key),
        listPaymentRequests(db, key),
      ])
      if (!row) throw new ApiError('DELIVERY_UNKNOWN', { delivery: options.delivery, isOfShop: true })
      const shown = {
        ...deliveryBody(row, {
          shopId: row.shop_id,
          language: 'en',
          customerLink: services.customerLink,
          now: services.clock.now(),
        }),
        courierPay: row.courier_pay_fcfa,
        paymentHistory: payments.map(paymentAnswer),
        paymentRequests: requests.map(requestAnswer),
        history: history.map((line) => statusEventView(line, 'en')),
        ...(options.showCodes && { codes: codesOf(row) }),
      }
      answer(context, options, shown, shownLines(shown))
    })

  command('cancel', 'cancel a delivery for the service; its courier, if it has one, is called back')
    .requiredOption('--reason <text>', 'why, 3 to 200 characters; the shop reads it in the history')
    .option('--fee <fcfa>', 'what you agree that it costs the shop', readAmount({ min: 0 }), 0)
    .option(...jsonOption)
    .action(async (options: OneOptions & { reason: string; fee: number }) => {
      const services = await context.services()
      const key = await getDeliveryKey(services.db, options.delivery, options.shop)
      const row = await cancelDelivery(services, key, {
        reason: null,
        interventionReason: options.reason,
        idempotencyKey: null,
        shownFeeFcfa: options.fee,
      })
      const { cancellation_fee_fcfa: cancellationFee, return_fee_fcfa: returnFee } = row
      const fees = `cancellation fee ${cancellationFee} FCFA, return fee ${returnFee} FCFA`
      answer(context, options, { ...changedAnswer(row), cancellationFee }, [
        `${row.reference}  ${row.status}, ${fees}`,
      ])
    })

  const oneVerb = (
    name: string,
    description: string,
    verb: (services: Services, key: DeliveryKey) => Promise<DeliveryRow>,
  ) =>
    command(name, description)
      .option(...jsonOption)
      .action(async (options: OneOptions) => {
        const services = await context.services()
        const row = await verb(services, await getDeliveryKey(services.db, options.delivery, options.shop))
        answer(context, options, changedAnswer(row), [changedLine(row)])
      })

  oneVerb('confirm-payment', 'the shop has received what the customer paid it directly', confirmPayment)
  oneVerb('deny-payment', 'what the customer says they paid the shop directly has not arrived', denyPayment)
  oneVerb('confirm-return', 'the shop has its parcel back; the return fee is charged', returnParcel)
  oneVerb(
    'request-payment',
    'ask the customer once more to pay by mobile money, after it was refused or failed',
    requestPaymentAgain,
  )

  command('unlock-code', 'open a code that too many wrong tries have locked, with five new tries')
    .option(...jsonOption)
    .action(async (options: OneOptions) => {
      const services = await context.services()
      const { delivery, unlocked } = await unlockCode(
        services,
        await getDeliveryKey(services.db, options.delivery, options.shop),
      )
      answer(context, options, { deliveryId: delivery.id, reference: delivery.reference, unlocked }, [
        `${delivery.reference}  unlocked: ${unlocked.join(', ')}`,
      ])
    })
}

const paymentAnswer = (line: PaymentHistoryRow) => ({
  status: line.status,
  occurredAt: line.occurred_at.toISOString(),
  actor: line.actor,
  note: line.note,
})

const requestAnswer = (row: PaymentRequestRow) => ({
  paymentRequestId: row.id,
  number: row.number,
  amount: row.amount_fcfa,
  provider: row.provider,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  deadlineAt: row.deadline_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

const codesOf = (row: DeliveryRow) => ({
  pickupCode: row.pickup_code,
  confirmationCode: row.confirmation_code,
  returnCode: row.return_code,
})

type Shown = ReturnType<typeof deliveryBody> & {
  courierPay: number | null
  paymentHistory: ReturnType<typeof paymentAnswer>[]
  paymentRequests: ReturnType<typeof requestAnswer>[]
  history: ReturnType<typeof statusEventView>[]
  codes?: ReturnType<typeof codesOf>
}

function shownLines({ payment, customer, codes, courier, ...shown }: Shown): string[] {
  const earns = shown.courierPay === null ? '' : `, earns ${shown.courierPay} FCFA`
  const price = `${shown.price} FCFA${shown.priceIsEstimate ? ' (estimate)' : ''}`
  const state = `${payment.status}${payment.paidAt ? ` ${payment.paidAt}` : ''}`
  const fees = `cancellation fee ${shown.cancellationFee}, return fee ${shown.returnFee}`
  const toCollect = `${payment.amountToCollect} FCFA to collect`
  return [
    `${shown.reference}  ${shown.status}  ${shown.id}${shown.externalRef ? `  ${shown.externalRef}` : ''}`,
    `customer  ${customer.firstName} ${customer.lastName}, ${customer.phone}`,
    ...(courier ? [`courier  ${courier.firstName}, ${courier.phone}${earns}`] : []),
    `price  ${price}; ${fees}`,
    `payment  ${payment.mode}, ${payment.collection}, ${toCollect}: ${state}`,
    ...shown.paymentHistory.map(
      ({ occurredAt, status, actor, note }) =>
        `  ${[occurredAt, status, actor, note].filter((each) => each !== null).join('  ')}`,
    ),
    ...shown.paymentRequests.map(
      ({ number, amount, state, createdAt }) => `  ${createdAt}  request ${number}, ${amount} FCFA: ${state}`,
    ),
    ...(codes ? [codesLine(codes)] : []),
    'history',
    ...shown.history.map(
      ({ occurredAt, status, note }) => `  ${occurredAt}  ${status}${note ? `  ${note}` : ''}`,
    ),
  ]
}

const codesLine = ({ pickupCode, confirmationCode, returnCode }: ReturnType<typeof codesOf>): string =>
  `codes  pickup ${pickupCode}, confirmation ${confirmationCode}, return ${returnCode ?? 'none'}`

const changedAnswer = (row: DeliveryRow) => ({
  deliveryId: row.id,
  reference: row.reference,
  status: row.status,
  paymentStatus: row.payment_status,
  returnFee: row.return_fee_fcfa,
})

const changedLine = (row: DeliveryRow) =>
  `${row.reference}  ${row.status}, payment ${row.payment_status}, return fee ${row.return_fee_fcfa} FCFA`
