-- Turns are written for several parcels of a courier while what they carry is held, and a foreign key to their deliveries
-- locked each of these: whoever held one of them and waited for what the courier carries, waited in a circle (decision 356).
-- Nothing reads the turns of a delivery that is gone, and whoever removes deliveries removes their turns.
alter table courier_turns drop constraint turns_are_of_a_delivery;
