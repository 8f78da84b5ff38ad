-- What a push says besides an offer (decision 271): that a parcel was given to its courier, or to another. Null for an offer.
alter table offer_pushes add column notice text check (notice in ('GIVEN', 'TAKEN'));
