/** What the journeys ask for. */
export const trip = {
  dropoff: { lat: 6.36, lng: 2.43 },
  parcelSize: 'SMALL',
  paymentMode: 'CASH_ON_DELIVERY',
  goodsAmount: 15000,
} as const

export const order = (externalRef: string) =>
  ({
    externalRef,
    dropoff: { lat: 6.36, lng: 2.43, label: 'Maison' },
    customer: { lastName: 'Dossou', firstName: 'Afi', phone: '0197000001' },
    parcel: { category: 'FASHION', size: 'SMALL' },
    payment: { mode: 'CASH_ON_DELIVERY', goodsAmount: 15000 },
  }) as const
