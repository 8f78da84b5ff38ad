create index messages_with_payout_codes on messages (expires_at)
  where kind = 'PAYOUT_CODE' and content is not null;
