import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type {
  AttemptFailure,
  AttemptTrigger,
  ChangeableField,
  Collection,
  Currency,
  DeliveryStatus,
  EventType,
  FailureCode,
  FeeBearer,
  FeePayer,
  ParcelSize,
  Payer,
  PaymentMode,
  PaymentRequestState,
  PaymentStatus,
  PayoutRhythm,
  PhotoContentType,
  PromoBearer,
  RefusalReason,
  Scope,
  TransferKind,
  TransferState,
  VehicleType,
} from '../contract/vocabulary.ts'
import type { Language } from '../kernel/language.ts'
import type { DeliveryFileType, PrivateFileType } from '../kernel/private-file-type.ts'

/**
 * The columns of every table, as `migrations/` leaves them. Nothing here decides: constraints live in
 * SQL, rules in the nouns.
 */
export interface Tables {
  shops: ShopsTable
  shop_terms: ShopTermsTable
  api_keys: ApiKeysTable
  api_key_uses: ApiKeyUsesTable
  api_requests: ApiRequestsTable
  pickup_addresses: PickupAddressesTable
  cities: CitiesTable
  zones: ZonesTable
  zone_proposals: ZoneProposalsTable
  city_maps: CityMapsTable
  landmarks: LandmarksTable
  tariffs: TariffsTable
  tariff_drafts: TariffDraftsTable
  zone_pair_prices: ZonePairPricesTable
  promo_codes: PromoCodesTable
  promo_code_uses: PromoCodeUsesTable
  parcel_photos: ParcelPhotosTable
  deliveries: DeliveriesTable
  delivery_history: DeliveryHistoryTable
  pickup_problems: PickupProblemsTable
  payment_history: PaymentHistoryTable
  delivery_search_terms: DeliverySearchTermsTable
  delivery_search_backlog: DeliverySearchBacklogTable
  events: EventsTable
  unsequenced_events: UnsequencedEventsTable
  event_positions: EventPositionsTable
  event_log_head: EventLogHeadTable
  event_consumers: EventConsumersTable
  parked_events: ParkedEventsTable
  payment_requests: PaymentRequestsTable
  simulated_payments: SimulatedPaymentsTable
  money_transfers: MoneyTransfersTable
  payout_runs: PayoutRunsTable
  webhook_endpoints: WebhookEndpointsTable
  webhook_dispatches: WebhookDispatchesTable
  webhook_attempts: WebhookAttemptsTable
  sealing_keys: SealingKeysTable
  messages: MessagesTable
  couriers: CouriersTable
  courier_cities: CourierCitiesTable
  courier_positions: CourierPositionsTable
  courier_searches: CourierSearchesTable
  courier_offers: CourierOffersTable
  courier_duty_periods: CourierDutyPeriodsTable
  courier_pay_rules: CourierPayRulesTable
  courier_applications: CourierApplicationsTable
  courier_documents: CourierDocumentsTable
  delivery_files: DeliveryFilesTable
  accounts: AccountsTable
  courier_accounts: CourierAccountsTable
  memberships: MembershipsTable
  operators: OperatorsTable
  invitations: InvitationsTable
  shop_openings: ShopOpeningsTable
  sessions: SessionsTable
  sign_in_codes: SignInCodesTable
  sign_in_links: SignInLinksTable
  account_passwords: AccountPasswordsTable
  second_factors: SecondFactorsTable
  backup_codes: BackupCodesTable
  sign_in_code_requests: SignInCodeRequestsTable
  stranger_messages: StrangerMessagesTable
  courier_actions: CourierActionsTable
  courier_portraits: CourierPortraitsTable
  push_subscriptions: PushSubscriptionsTable
  offer_pushes: OfferPushesTable
  audit_lines: AuditLinesTable
  shop_logos: ShopLogosTable
  payout_phone_changes: PayoutPhoneChangesTable
  link_shares: LinkSharesTable
  problem_reports: ProblemReportsTable
  arrivals: ArrivalsTable
  trip_paces: TripPacesTable
  delivery_ratings: DeliveryRatingsTable
  blocked_customers: BlockedCustomersTable
  alerts: AlertsTable
  alert_rounds: AlertRoundsTable
  purge_rounds: PurgeRoundsTable
  process_clocks: ProcessClocksTable
  write_tries: WriteTriesTable
  alert_preferences: AlertPreferencesTable
  ledger_accounts: LedgerAccountsTable
  credit_notes: CreditNotesTable
  journal_accounts: JournalAccountsTable
  ledger_postings: LedgerPostingsTable
  ledger_entries: LedgerEntriesTable
  ledger_closed_months: LedgerClosedMonthsTable
  money_moves: MoneyMovesTable
  money_counts: MoneyCountsTable
  ledger_beginning: LedgerBeginningTable
  invoices: InvoicesTable
  provider_statements: ProviderStatementsTable
  provider_statement_rows: ProviderStatementRowsTable
  settled_differences: SettledDifferencesTable
  money_disagreements: MoneyDisagreementsTable
  provider_words: ProviderWordsTable
  settled_statement_rows: SettledStatementRowsTable
  provider_statement_overlaps: ProviderStatementOverlapsTable
}

/** A time set once, when the row is written. */
type WrittenOnce = ColumnType<Date, Date, never>

export interface ShopsTable {
  id: string
  name: string
  country: string
  default_collection: Collection
  payout_phone: string | null
  discount_percent: Generated<number>
  owner_email: Generated<string | null>
  created_at: WrittenOnce
  /** Null until the operator has approved the shop. */
  approved_at: Generated<Date | null>
  display_name: Generated<string | null>
  language: Generated<Language | null>
  logo_sha256: Generated<string | null>
  /** Set while the operator has suspended the shop, together with the reason, which its people read. */
  suspended_at: Generated<Date | null>
  suspension_reason: Generated<string | null>
  payout_rhythm: Generated<PayoutRhythm>
  payout_minimum_fcfa: Generated<number>
  payout_nets_fees: Generated<boolean>
  tax_id: Generated<string | null>
  /** What this shop may owe before it pays its trips first; null for what all may. */
  max_owed_fcfa: Generated<number | null>
}

interface ShopTermsTable {
  is_only: Generated<boolean>
  max_owed_fcfa: Generated<number | null>
  new_shop_trips: Generated<number>
  trip_minutes: Generated<number>
  least_payout_fcfa: Generated<number>
  payout_fees_by: Generated<FeeBearer>
}

export interface ApiKeysTable {
  shop_id: string
  id: string
  key_sha256: string
  scopes: Scope[]
  label: string | null
  created_at: WrittenOnce
  revoked_at: Date | null
}

interface ApiKeyUsesTable {
  shop_id: string
  key_id: string
  used_at: Date
  used_from: string
}

export interface ApiRequestsTable {
  shop_id: string
  id: string
  requested_at: WrittenOnce
  operation: string
  method: string
  route: string
  status: number
  error_code: string | null
  request_id: string
  key_id: string
  duration_ms: number
  unlogged_before: number
}

export interface PickupAddressesTable {
  shop_id: string
  id: string
  label: string | null
  landmark: string | null
  formatted: string | null
  is_default: boolean
  lat: number
  lng: number
  created_at: WrittenOnce
  opening_hours: ColumnType<object | null, string | null | undefined, string | null>
}

export interface CitiesTable {
  id: string
  name: string
  country: string
  lat: number
  lng: number
  service_radius_meters: number
  time_zone: string
  currency: Currency
  raining_since: Date | null
  high_demand_since: Date | null
  raining_until: Date | null
  high_demand_until: Date | null
  opening_hours: ColumnType<object | null, string | null | undefined, string | null>
  special_days: ColumnType<unknown, string | undefined, string>
  refuses_when_closed_since: Date | null
  created_at: WrittenOnce
}

export interface ZoneProposalsTable {
  id: string
  city_id: string
  change: JSONColumnType<object>
  moved_square_meters: JSONColumnType<Record<string, number>>
  notes: JSONColumnType<string[]>
  overlapping: JSONColumnType<object[] | null, string | null, never>
  seen: string
  made_by: string
  created_at: WrittenOnce
}

export interface ZonesTable {
  id: string
  city_id: string
  name: string
  shape: JSONColumnType<number[][][][]>
  area_square_meters: number
  center_lat: number
  center_lng: number
  priority: Generated<number>
  retired_at: Date | null
  created_at: WrittenOnce
}

export interface CityMapsTable {
  city_id: string
  import_id: string
  file_name: string
  attribution: string
  drawing: Uint8Array
  drawing_sha256: string
  landmark_count: number
  line_count: number
  imported_at: Date
}

/** What a landmark is. */
export type LandmarkKind =
  | 'MARKET'
  | 'PHARMACY'
  | 'HEALTH'
  | 'SCHOOL'
  | 'MOSQUE'
  | 'CHURCH'
  | 'FUEL'
  | 'HOTEL'
  | 'BANK'
  | 'PUBLIC'
  | 'JUNCTION'
  | 'QUARTER'

export interface LandmarksTable {
  city_id: string
  position: number
  name: string
  kind: LandmarkKind
  lat: number
  lng: number
  words: string
}

export interface TariffsTable {
  city_id: string
  version: number
  base_fcfa: number
  included_km: number
  per_km_fcfa: number
  step_fcfa: number
  surcharges: JSONColumnType<Record<string, { flatFcfa: number; perKmFcfa: number }>>
  night_from: string | null
  night_to: string | null
  cod_fee_percent: number
  cod_fee_minimum_fcfa: number
  cancellation_fee_fcfa: number
  return_fee_fcfa: number
  created_at: WrittenOnce
  scheduled_for: Date | null
  withdrawn_at: Date | null
  created_by: string | null
  withdrawn_by: string | null
  restores_version: number | null
}

export interface TariffDraftsTable {
  city_id: string
  revision: string
  terms: JSONColumnType<object>
  saved_at: Date
  saved_by: string
}

interface ZonePairPricesTable {
  from_zone_id: string
  to_zone_id: string
  base_fcfa: number
}

export interface PromoCodesTable {
  id: string
  code: string
  percent: number | null
  amount_fcfa: number | null
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  uses: Generated<number>
  city_id: string | null
  minimum_trip_fcfa: number | null
  max_uses_per_shop: number | null
  max_uses_per_customer: number | null
  /** The shops it is for; null for every shop. */
  shop_ids: string[] | null
  bearer: Generated<PromoBearer>
  created_at: WrittenOnce
}

interface PromoCodeUsesTable {
  shop_id: string
  delivery_id: string
  promo_code_id: string
  customer_key: string | null
  used_at: Date
  released_at: Date | null
}

interface ParcelPhotosTable {
  shop_id: string
  photo_key: string
  content_type: PhotoContentType
  size_bytes: number
  created_at: WrittenOnce
  verified_at: Date | null
}

export interface DeliveriesTable {
  shop_id: string
  id: string
  version: Generated<number>
  reference: string
  external_ref: string | null
  idempotency_key: string
  body_sha256: string
  cancel_idempotency_key: string | null
  status: DeliveryStatus
  created_at: WrittenOnce
  due_at: Date | null
  /** When it last changed without an event for partners. */
  amended_at: Date | null
  city_id: string
  customer_last_name: string
  customer_first_name: string
  customer_phone: string
  pickup_label: string | null
  pickup_landmark: string | null
  pickup_lat: number
  pickup_lng: number
  dropoff_label: string | null
  dropoff_landmark: string | null
  dropoff_lat: number | null
  dropoff_lng: number | null
  dropoff_source: 'PHONE' | 'PIN' | 'ZONE' | 'TYPED' | 'SHOP' | null
  dropoff_accuracy_meters: number | null
  parcel_category: string
  parcel_size: ParcelSize
  parcel_fragile: boolean
  photo_key: string | null
  instructions: string | null
  payment_mode: PaymentMode
  goods_amount_fcfa: number
  fee_payer: FeePayer
  collection: Collection
  payment_status: PaymentStatus
  /** By when the shop must have paid the trip, where it pays it first and the price is final. */
  trip_due_at: Date | null
  paid_at: Date | null
  price_fcfa: number
  price_is_estimate: boolean
  price_working: JSONColumnType<object>
  cod_fee_fcfa: number
  promo_code_id: string | null
  cancellation_fee_fcfa: Generated<number>
  return_fee_fcfa: Generated<number>
  failure_code: FailureCode | null
  failure_note: string | null
  courier_id: string | null
  courier_first_name: string | null
  courier_phone: string | null
  courier_vehicle_type: VehicleType | null
  courier_plate_number: string | null
  courier_pay_fcfa: number | null
  /** The part of the pay that is a bonus; null for a delivery assigned before there were any. */
  courier_bonus_fcfa: Generated<number | null>
  arrived_at_pickup_at: Date | null
  called_back_at: Date | null
  brought_back_at: Date | null
  pickup_code: string
  pickup_code_tries: Generated<number>
  pickup_code_locks: Generated<number>
  pickup_code_locked_until: Date | null
  confirmation_code: string
  confirmation_code_tries: Generated<number>
  confirmation_code_locks: Generated<number>
  confirmation_code_locked_until: Date | null
  return_code: string | null
  return_code_tries: Generated<number>
  return_code_locks: Generated<number>
  return_code_locked_until: Date | null
  currency: Generated<Currency>
  metadata: JSONColumnType<Record<string, string> | null>
  pickup_window_from: Date | null
  pickup_window_to: Date | null
  link_version: Generated<number>
  ended_at: Date | null
  trip_version: Generated<number>
  pickup_address_id: Generated<string | null>
  /** Until when the courier waits at the shop for the parcel, and what that earns; null while they do not. */
  courier_waits_until: Date | null
  courier_wait_fee_fcfa: Generated<number>
  /** What the shop owes for waits of couriers that were earned. */
  waiting_fee_fcfa: Generated<number>
  times_freed: Generated<number>
  /** When the courier had come to the customer's place and called them, where they said so. */
  arrived_at_customer_at: Date | null
  customer_called_at: Date | null
}

export interface DeliveryHistoryTable {
  shop_id: string
  delivery_id: string
  version: number
  status: DeliveryStatus
  note: string | null
  failure_code: FailureCode | null
  changed_fields: Generated<ChangeableField[] | null>
  intervention: Generated<InterventionAct | null>
  occurred_at: WrittenOnce
}

/** What those who run the service do to a delivery in place of its courier or its shop. */
export type InterventionAct =
  | 'ASSIGN'
  | 'REASSIGN'
  | 'CANCEL'
  | 'EXPIRE'
  | 'EXTEND'
  | 'FAIL'
  | 'UNLOCK_CODE'
  | 'ARRIVE'
  | 'PICK_UP'
  | 'HAND_OVER'
  | 'RETURN'
  | 'BRING_BACK'

export interface PaymentHistoryTable {
  shop_id: string
  delivery_id: string
  version: number
  status: PaymentStatus
  occurred_at: WrittenOnce
  actor: string | null
  note: string | null
}

interface DeliverySearchTermsTable {
  shop_id: string
  term: string
  delivery_id: string
}

interface DeliverySearchBacklogTable {
  is_current: Generated<boolean>
  after_shop_id: string
  after_delivery_id: string
}

/** The audience of an event: the shop's own systems, or this service alone. */
export type EventAudience = 'PARTNER' | 'INTERNAL'

/** What an event is about. */
export type EventSubjectType =
  | 'DELIVERY'
  | 'PAYMENT'
  | 'PAYOUT'
  | 'SHOP'
  | 'COURIER'
  | 'WEBHOOK_ENDPOINT'
  | 'SERVICE'

interface EventsTable {
  shop_id: string
  id: string
  delivery_id: string | null
  type: string
  /** Empty once it can no longer be sent (`emptyOldBodies`). */
  body: string
  created_at: WrittenOnce
  subject_type: Generated<EventSubjectType>
  subject_id: string | null
  audience: Generated<EventAudience>
  actor: string | null
}

interface UnsequencedEventsTable {
  number: GeneratedAlways<string>
  event_id: string
  shop_id: string
  type: string
  audience: EventAudience
  created_at: WrittenOnce
}

interface EventPositionsTable {
  /** Read as text by one driver and as a number by the other: stores cast it. */
  position: unknown
  shop_id: string
  event_id: string
  type: string
  audience: EventAudience
  created_at: WrittenOnce
}

interface EventLogHeadTable {
  is_current: Generated<boolean>
  position: unknown
}

interface EventConsumersTable {
  name: string
  position: unknown
  batch_size: Generated<number>
  failures: Generated<number>
  retry_at: Date | null
}

interface ParkedEventsTable {
  consumer: string
  position: unknown
  shop_id: string
  event_id: string
  type: string
  failures: number
  error: string
  parked_at: Date
}

export interface PaymentRequestsTable {
  shop_id: string
  id: string
  delivery_id: string
  number: number
  amount_fcfa: number
  payer: Generated<Payer>
  provider: string | null
  provider_ref: Generated<string | null>
  /** Who is asked, where that is not the number of the delivery. */
  payer_phone: Generated<string | null>
  /** The provider's page on which the customer pays, where it has one. */
  pay_link: Generated<string | null>
  fee_fcfa: Generated<number>
  state: Generated<PaymentRequestState>
  /** Why the provider refused it; null where it did not. */
  reason: Generated<RefusalReason | null>
  due_at: Date | null
  attempts: Generated<number>
  deadline_at: Date
  lease_owner: string | null
  created_at: WrittenOnce
  ended_at: Date | null
  /** Since when its money is to be given back, and when somebody did. */
  refund_due_at: Generated<Date | null>
  refunded_at: Generated<Date | null>
  refund_note: Generated<string | null>
  /** What was given back too much, and of that what a person has settled with the customer. */
  surplus_fcfa: Generated<number>
  surplus_settled_fcfa: Generated<number>
}

interface SimulatedPaymentsTable {
  request_id: string
  answer: 'PENDING' | 'PAID' | 'REFUSED'
  reason: RefusalReason | null
  answers_at: Date
  phone_sha256: string | null
}

export interface MoneyTransfersTable {
  id: string
  kind: TransferKind
  shop_id: string | null
  courier_id: string | null
  delivery_id: string | null
  payment_request_id: string | null
  reference: string
  currency: Currency
  amount_fcfa: number
  netted_fcfa: Generated<number>
  phone: string | null
  provider: string
  provider_ref: Generated<string | null>
  fee_fcfa: Generated<number>
  fee_by: Generated<FeeBearer>
  state: Generated<TransferState>
  reason: Generated<RefusalReason | null>
  note: Generated<string | null>
  due_at: Date | null
  retry_at: Generated<Date | null>
  still_refused_at: Generated<Date | null>
  attempts: Generated<number>
  lease_owner: Generated<string | null>
  created_at: WrittenOnce
  ended_at: Generated<Date | null>
}

interface PayoutRunsTable {
  name: 'SHOPS_DAILY' | 'SHOPS_WEEKLY' | 'COURIERS'
  made_until: Date
}

interface SealingKeysTable {
  is_current: Generated<boolean>
  fingerprint: string
  noted_at: Date
}

export interface WebhookEndpointsTable {
  shop_id: string
  id: string
  url: string
  description: string | null
  event_types: EventType[] | null
  sealed_secret: string
  sealed_previous_secret: string | null
  previous_secret_until: Date | null
  failing_since: Date | null
  consecutive_failures: Generated<number>
  warned_at: Date | null
  disabled_at: Date | null
  paused_at: Date | null
  removed_at: Date | null
  created_at: WrittenOnce
}

interface WebhookDispatchesTable {
  shop_id: string
  endpoint_id: string
  event_id: string
  state: Generated<'PENDING' | 'DELIVERED' | 'EXHAUSTED'>
  attempts: Generated<number>
  trigger: Generated<'SCHEDULED' | 'RESEND'>
  due_at: Date
  lease_owner: string | null
  lease_until: Date | null
  created_at: WrittenOnce
}

export interface WebhookAttemptsTable {
  shop_id: string
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  attempt: number
  trigger: AttemptTrigger
  started_at: WrittenOnce
  duration_ms: number
  http_status: number | null
  failure: AttemptFailure | null
  response_excerpt: string | null
  next_attempt_at: Date | null
}

/** What people are notified of. */
export type MessageKind =
  | 'POSITION_LINK'
  | 'COURIER_WAITS_OWNER'
  | 'COURIER_WAITS_OWNER_PHONE'
  | 'COURIER_ON_THE_WAY'
  | 'COURIER_NEARBY'
  | 'DELIVERED'
  | 'DELIVERY_FAILED'
  | 'DELIVERY_FAILED_OWNER'
  | 'DELIVERY_FAILED_OWNER_PHONE'
  | 'DELIVERY_CANCELLED'
  | 'DELIVERY_EXPIRED'
  | 'PAYMENT_DUE'
  | 'PAYMENT_DECLARED'
  | 'PAYMENT_DECLARED_PHONE'
  | 'PAYMENT_DECLARED_AGAIN'
  | 'PAYMENT_DECLARED_AGAIN_PHONE'
  | 'PAYMENT_REMINDER'
  | 'PAYMENT_REMINDER_PHONE'
  | 'PAYMENT_LAST_REMINDER'
  | 'PAYMENT_LAST_REMINDER_PHONE'
  | 'PAYMENT_CONFIRMED_OWNER'
  | 'PAYMENT_CONFIRMED_OWNER_PHONE'
  | 'PAYMENT_DENIED_OWNER'
  | 'PAYMENT_DENIED_OWNER_PHONE'
  | 'PAYMENT_DENIED'
  | 'PAYMENT_DENIED_COURIER'
  | 'COURIER_ASSIGNED'
  | 'COURIER_REPLACED'
  | 'COURIER_OFFER'
  | 'SIGN_IN_CODE'
  | 'ENDPOINT_FAILING'
  | 'ENDPOINT_DISABLED'
  | 'SIGN_IN_LINK'
  | 'SIGN_IN_CHANGED'
  | 'SIGN_IN_CHANGED_MAIL'
  | 'TEAM_INVITATION'
  | 'TEAM_INVITATION_MAIL'
  | 'PAYOUT_CODE'
  | 'PAYOUT_CHANGE_REQUESTED'
  | 'PAYOUT_CHANGED'
  | 'PAYOUT_HELD'
  | 'PAYOUT_HELD_PHONE'
  | 'COURIER_PAYOUT_HELD'
  | 'COURIER_APPROVED'
  | 'COURIER_REFUSED'
  | 'OPERATOR_ALERT'
  | 'OPERATOR_ALERT_MAIL'
  | 'OPERATOR_ALERT_OVER'
  | 'OPERATOR_ALERT_OVER_MAIL'

export interface MessagesTable {
  id: string
  shop_id: string | null
  kind: MessageKind
  recipient: string | null
  content: JSONColumnType<object> | null
  created_at: WrittenOnce
  delivery_id: Generated<string | null>
  delivery_version: Generated<number>
  courier_id: Generated<string | null>
  language: Generated<Language | null>
  state: Generated<'PENDING' | 'SENT' | 'FAILED' | 'SKIPPED'>
  attempts: Generated<number>
  due_at: Generated<Date>
  lease_owner: Generated<string | null>
  expires_at: Generated<Date | null>
  channel: Generated<'WHATSAPP' | 'SMS' | 'EMAIL' | 'OUTBOX' | null>
  passed_to: Generated<'SMS' | null>
  provider_message_id: Generated<string | null>
  provider_status: Generated<'sent' | 'failed' | 'delivered' | 'read' | null>
  wa_id: Generated<string | null>
  last_failure: Generated<string | null>
  sent_at: Generated<Date | null>
}

export interface CouriersTable {
  id: string
  first_name: string
  last_name: string
  phone: string
  vehicle_type: VehicleType
  plate_number: string | null
  on_duty_since: Date | null
  retired_at: Date | null
  suspended_at: Generated<Date | null>
  suspension_reason: Generated<string | null>
  /** Deliveries called off up to then were put away by the courier. */
  called_off_seen_at: Generated<Date | null>
  created_at: WrittenOnce
}

interface CourierCitiesTable {
  city_id: string
  courier_id: string
}

interface CourierPositionsTable {
  courier_id: string
  cell: number
  lat: number
  lng: number
  accuracy_meters: number | null
  reported_at: Date
}

interface CourierSearchesTable {
  shop_id: string
  delivery_id: string
  round: Generated<number>
  due_at: Date
}

interface CourierOffersTable {
  shop_id: string
  delivery_id: string
  courier_id: string
  round: number
  pay_fcfa: number
  distance_meters: number
  offered_at: Date
  expires_at: Date
  declined_at: Date | null
  trip_version: Generated<number>
  kept_since: Generated<Date | null>
  bonus_fcfa: Generated<number>
}

interface CourierDutyPeriodsTable {
  courier_id: string
  began_at: WrittenOnce
  ended_at: Date | null
}

/** What kept a courier from taking a parcel; `waits_until` is null where they freed it. */
export interface PickupProblemsTable {
  shop_id: string
  id: string
  delivery_id: string
  courier_id: string
  reason: 'SHOP_CLOSED' | 'PARCEL_NOT_READY' | 'BREAKDOWN' | 'PARCEL_TOO_LARGE'
  words: string | null
  reported_at: Date
  waits_until: Date | null
  wait_ended_at: Date | null
  earned_fcfa: Generated<number>
}

interface CourierPayRulesTable {
  id: string
  /** Null for the rule of everybody who has none of their own. */
  courier_id: string | null
  percent: number | null
  minimum_fcfa: number
  bonuses: JSONColumnType<object[]>
  changed_at: Date
}

export type ApplicationStatus = 'WAITING' | 'APPROVED' | 'REFUSED'

export interface CourierApplicationsTable {
  id: string
  first_name: string
  last_name: string
  phone: string
  vehicle_type: VehicleType
  plate_number: string | null
  city_id: string
  language: Language
  status: ApplicationStatus
  created_at: WrittenOnce
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  courier_id: string | null
}

/** What a courier shows of themselves and of their vehicle. */
export type DocumentKind = 'PHOTO' | 'IDENTITY' | 'LICENCE' | 'INSURANCE' | 'REGISTRATION' | 'OTHER'

interface CourierDocumentsTable {
  id: string
  application_id: string | null
  courier_id: string | null
  kind: DocumentKind
  file_key: string | null
  content_type: PrivateFileType | null
  size_bytes: number | null
  /** A date, which one driver reads as text and the other as a time: stores cast it. */
  expires_on: unknown
  added_at: WrittenOnce
}

/** What a file of a delivery shows. */
export type DeliveryFileKind = 'DOOR_PHOTO' | 'VOICE_NOTE' | 'HANDOVER_PHOTO'

interface DeliveryFilesTable {
  shop_id: string
  delivery_id: string
  id: string
  kind: DeliveryFileKind
  /** Null once the file was removed from the storage. */
  file_key: string | null
  content_type: DeliveryFileType
  size_bytes: number
  added_at: WrittenOnce
  /** Null until the storage has the file. */
  stored_at: Date | null
  /** When it was replaced, taken back or erased; null while it counts. */
  removed_at: Date | null
}

interface AccountsTable {
  id: string
  name: string
  phone: string | null
  phone_verified: Generated<boolean>
  email: string | null
  email_verified: Generated<boolean>
  language: Generated<Language | null>
  created_at: WrittenOnce
  updated_at: Date
}

interface CourierAccountsTable {
  courier_id: string
  account_id: string
  created_at: WrittenOnce
}

/** What an account may do for a shop. */
export type MemberRole = 'OWNER' | 'STAFF'

interface MembershipsTable {
  shop_id: string
  account_id: string
  role: MemberRole
  created_at: WrittenOnce
}

/** What somebody who runs the service may do. */
export type OperatorRole = 'OPERATOR' | 'DISPATCHER'

interface OperatorsTable {
  account_id: string
  role: Generated<OperatorRole>
  created_at: WrittenOnce
}

/** An invitation to a shop's team, to a phone or to an e-mail address. */
export interface InvitationsTable {
  shop_id: string
  id: string
  phone: string | null
  email: string | null
  role: MemberRole
  invited_by: string
  created_at: WrittenOnce
  expires_at: WrittenOnce
  accepted_at: Generated<Date | null>
  withdrawn_at: Generated<Date | null>
}

export interface ShopOpeningsTable {
  id: string
  shop_name: string
  country: string
  owner_name: string
  phone: string | null
  email: string | null
  created_at: WrittenOnce
  expires_at: WrittenOnce
  opened_at: Generated<Date | null>
}

interface SessionsTable {
  id: string
  account_id: string
  token: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: WrittenOnce
  updated_at: Date
  /** When the second factor was shown in it; null of one that began without. */
  second_factor_at: Generated<Date | null>
  /** When a code or link was shown for it; null of one that began with a password. */
  proven_at: Generated<Date | null>
  last_seen_at: Generated<Date | null>
}

interface AccountPasswordsTable {
  account_id: string
  hash: string
  changed_at: Date
}

interface SignInLinksTable {
  token_hmac: string
  email: string
  opening_id: string | null
  created_at: WrittenOnce
  expires_at: WrittenOnce
  used_at: Generated<Date | null>
}

export interface SecondFactorsTable {
  account_id: string
  sealed_secret: string
  created_at: Date
  confirmed_at: Generated<Date | null>
  last_step: Generated<number | null>
}

interface BackupCodesTable {
  account_id: string
  code_hmac: string
  used_at: Generated<Date | null>
}

interface SignInCodesTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: WrittenOnce
  updated_at: Date
}

/** What strangers caused to be sent on a day. */
interface StrangerMessagesTable {
  day: string
  scope: string
  sent: number
}

interface SignInCodeRequestsTable {
  phone_hmac: string
  began_at: Date
  requests: number
}

interface CourierActionsTable {
  courier_id: string
  token: string
  action: string
  outcome: string | null
  started_at: Date
}

export interface CourierPortraitsTable {
  courier_id: string
  sha256: string
  content_type: PhotoContentType
  bytes: Uint8Array
  set_at: Date
}

export interface PushSubscriptionsTable {
  id: string
  courier_id: string
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  created_at: Date
  last_used_at: Date | null
  failed_at: Date | null
}

interface OfferPushesTable {
  shop_id: string
  delivery_id: string
  subscription_id: string
  expires_at: Date
  due_at: Date
  attempts: Generated<number>
  lease_owner: Generated<string | null>
  notice: Generated<'GIVEN' | 'TAKEN' | null>
}

export interface AuditLinesTable {
  id: string
  occurred_at: WrittenOnce
  actor: string
  action: string
  subject_type: string
  subject_id: string
  shop_id: string | null
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
}

export interface ShopLogosTable {
  shop_id: string
  sha256: string
  content_type: PhotoContentType
  bytes: Uint8Array
  set_at: Date
}

export interface PayoutPhoneChangesTable {
  shop_id: string
  id: string
  old_phone: string | null
  new_phone: string
  requested_by: string
  requested_at: WrittenOnce
  sealed_code: string
  code_expires_at: Date
  code_tries: Generated<number>
  confirmed_by: Generated<string | null>
  confirmed_at: Generated<Date | null>
  takes_effect_at: Generated<Date | null>
  applied_at: Generated<Date | null>
  cancelled_at: Generated<Date | null>
}

/** How a customer's link was shared. */
export type ShareChannel = 'WHATSAPP' | 'SMS' | 'COPY'

export interface LinkSharesTable {
  shop_id: string
  delivery_id: string
  number: number
  channel: ShareChannel
  shared_at: WrittenOnce
  actor: string
}

export interface ArrivalsTable {
  shop_id: string
  delivery_id: string
  city_id: string
  due_at: Date | null
  leg: Generated<'PICKUP' | 'DROPOFF' | null>
  estimated_at: Generated<Date | null>
  earliest_at: Generated<Date | null>
  latest_at: Generated<Date | null>
  announced_at: Generated<Date | null>
  announced_earliest_at: Generated<Date | null>
  announced_latest_at: Generated<Date | null>
  is_by_routing_server: Generated<boolean | null>
  nearby_at: Generated<Date | null>
  picked_up_at: Date | null
  handed_over_at: Generated<Date | null>
  stopped_at: Generated<Date | null>
  trip_hour: Generated<number | null>
  distance_meters: Generated<number | null>
  trip_seconds: Generated<number | null>
}

interface TripPacesTable {
  city_id: string
  hour: number
  seconds_per_km: number
  trips: number
  learnt_at: Date
}

export interface ProblemReportsTable {
  shop_id: string
  id: string
  delivery_id: string
  number: number
  reason: string
  words: string | null
  delivery_status: DeliveryStatus
  courier_id: string | null
  reported_at: WrittenOnce
  taken_at: Generated<Date | null>
  /** As `actorText` writes an actor. */
  taken_by: Generated<string | null>
  closed_at: Generated<Date | null>
  closed_by: Generated<string | null>
  closing_note: Generated<string | null>
}

export interface DeliveryRatingsTable {
  shop_id: string
  delivery_id: string
  courier_id: string | null
  stars: number
  rated_at: Date
  changes: Generated<number>
}

export interface BlockedCustomersTable {
  /** In international form. */
  phone: string
  reason: string
  /** As `actorText` writes an actor. */
  blocked_by: string
  blocked_at: Date
  /** Null: until somebody unblocks it. */
  until: Date | null
}

export interface AlertsTable {
  id: string
  kind: string
  subject: string
  facts: JSONColumnType<Record<string, string | number>>
  opened_at: WrittenOnce
  seen_at: Date
  last_notified_at: Date | null
  closed_at: Date | null
}

/** When a purge last had nothing left to delete. */
interface PurgeRoundsTable {
  name: string
  done_at: Date
}

/** How far the clock of a running process is ahead of the database's; negative behind it. */
interface ProcessClocksTable {
  process_id: string
  host: string
  skew_ms: string
  compared_at: Date
}

interface AlertRoundsTable {
  is_current: Generated<boolean>
  next_at: Date
}

/** How somebody who runs the service is alerted. */
export type AlertChannel = 'EMAIL' | 'WHATSAPP' | 'NONE'

export interface AlertPreferencesTable {
  account_id: string
  channel: AlertChannel
  kinds: string[] | null
  changed_at: Date
}

interface LedgerAccountsTable {
  id: string
  kind: string
  owner: string
  currency: Currency
  /** Read as text by one driver and as a number by the other: stores cast it. */
  balance_fcfa: Generated<unknown>
}

interface CreditNotesTable {
  id: string
  year: number
  serial: number
  invoice_id: string
  issued_at: WrittenOnce
  issued_on: unknown
  seller: unknown
  buyer: unknown
  lines: unknown
  total_fcfa: unknown
  vat_fcfa: unknown
  reason: string
}

interface JournalAccountsTable {
  kind: string
  owner: string
  account: string
}

interface LedgerPostingsTable {
  id: string
  cause: string
  kind: string
  currency: Currency
  shop_id: string | null
  delivery_id: string | null
  booked_at: WrittenOnce
  note: string | null
  vat_rate: number | null
}

interface LedgerEntriesTable {
  account_id: string
  posting_id: string
  amount_fcfa: unknown
}

interface MoneyMovesTable {
  id: string
  from_kind: string
  from_owner: string
  to_kind: string
  to_owner: string
  currency: Currency
  amount_fcfa: number
  fee_fcfa: number
  reference: string
  note: string
  moved_at: WrittenOnce
  noted_at: WrittenOnce
  noted_by: string
}

interface MoneyCountsTable {
  id: string
  currency: Currency
  counted_fcfa: number
  booked_fcfa: number
  note: string
  counted_at: WrittenOnce
  counted_by: string
}

interface LedgerClosedMonthsTable {
  /** Read as text or as a date by the drivers: stores cast it. */
  first_day: unknown
  closed_at: WrittenOnce
  closed_by: string
  /** When the next month begins. */
  open_since: WrittenOnce
}

interface ProviderStatementsTable {
  id: string
  provider: string
  currency: Currency
  file_sha256: string
  file_rows: number
  first_at: WrittenOnce
  last_at: WrittenOnce
  closing_fcfa: unknown
  imported_at: WrittenOnce
  imported_by: string
  confirmed_at: Generated<Date | null>
}

interface ProviderStatementRowsTable {
  id: string
  statement_id: string
  provider: string
  currency: Currency
  row_key: string
  occurred_at: WrittenOnce
  reference: string
  other_reference: Generated<string>
  is_incoming: boolean
  amount_fcfa: unknown
  fee_fcfa: unknown
  is_set_aside: Generated<boolean>
}

/** Read and written by SQL alone. */
interface MoneyDisagreementsTable {
  id: string
  subject: string
  settled_at: Date | null
}

/** Read and written by SQL alone. */
interface ProviderWordsTable {
  disagreement_id: string
  number: number
}

interface SettledDifferencesTable {
  subject: string
  number: number
  provider: string
  currency: Currency
  amount_fcfa: unknown
  cause: string
  occurred_at: WrittenOnce
}

interface SettledStatementRowsTable {
  row_id: string
  subject: string
  number: number
}

interface ProviderStatementOverlapsTable {
  statement_id: string
  earlier_id: string
}

interface InvoicesTable {
  id: string
  year: number
  serial: number
  shop_id: string
  month: string
  currency: Currency
  issued_at: WrittenOnce
  /** Read as text or as a date by the drivers: stores cast it. */
  issued_on: unknown
  seller: unknown
  buyer: unknown
  lines: unknown
  total_fcfa: unknown
  retained_fcfa: unknown
  vat_rate: number | null
  vat_fcfa: unknown
}

interface LedgerBeginningTable {
  is_current: Generated<boolean>
  began_at: WrittenOnce
}

interface WriteTriesTable {
  tried_at: Date
}
