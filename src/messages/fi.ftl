# Kibitzerin viestit suomeksi.

## All games

list-separator = { ", " }
list-and = { $head } ja { $last }
list-or = { $head } tai { $last }
clause-separator = { "; " }
sentence-separator = { " " }
sentence-end = .

unchanged = Mikään ei ole muuttunut.
illegal = Väärä siirto: { $reason }.
go-back = Palauta lauta siirtoa edeltäneeseen tilaan.
concerned = Tarkista: { $cells }.
overruled = hylätty: { $reason }
overruled-unusual = hylätty: peleissä niitä ei juuri koskaan ole näin montaa tai tässä kohdassa
no-legal-move = näin ei merkitä mitään laillista siirtoa
no-position = mikään peli ei johda tähän asemaan
photo-unsure = Tämä perustuu epävarmaan lukemaan: kuvan { $photo } lauta on luettu oikein { $percent } %:n todennäköisyydellä.
photo-impossible = Kuvasta { $photo } luettu lauta on mahdoton: { $reasons }.
photo-covered = Jokin peittää lautaa kuvassa { $photo }: { $cells }.
photo-which-way = Ei tiedetä, kummalla puolella valkea on kuvassa { $photo }: kerro, missä valkea istuu.
photo-presence = Kuvassa { $photo } ei ehkä ole kokonaista lautaa.
photo-game = Ei tiedetä, mitä peliä { $photo } esittää: nimeä se.
concern-presence = Se ei ehkä ole kokonainen lauta.
concern-game = Mikä peli tämä on?
concern-orientation = Kummalla puolella valkea on?
concern-impossible = Lauta on mahdoton: { $reasons }.
concern-covered = Jokin peittää lautaa kohdissa { $cells }.
concern-uncertain = Lauta on oikein vain { $percent } prosentin todennäköisyydellä.
follow-begins = Peli alkaa.
follow-resumed = Peli jatkuu tästä asemasta.
follow-other-start = Laudalla ei ole asemaa, josta pelin on määrä alkaa: aseta se niin tai jätä alku pois.
follow-other-place = Laudalla ei ole asemaa, josta peli jatkuu: aseta se niin tai aloita uusi peli.
follow-taken-back = Siirtoja peruttiin: { $count }.
follow-pass = { $side ->
    [white] Valkea passaa.
   *[black] Musta passaa.
}
follow-pass-somebody = Pelaaja passaa.
follow-all-right = Kunnossa, jatkakaa.
follow-again = Taas väärin.
follow-busy = Jokin on laudan päällä.
follow-other-board = Laudan paikalla on toinen lauta.
follow-corners-outside = Annetut kulmat ovat tämän kuvan ulkopuolella.
follow-unclear = Näkymää ei voi vielä selittää.

## Photos without a board to read

refusal-nothing-found = Lautaa ei löytynyt: koko laudan on oltava kuvassa.
refusal-not-a-board = Lautaa ei löytynyt: se, mikä eniten näyttää laudalta, ei ole lauta. Koko laudan on oltava kuvassa.
refusal-checkered = Laudan sijasta löytyi ruutukuvio, { $rows }x{ $columns } ruutua: koko laudan on oltava kuvassa.
refusal-grid = Laudan sijasta löytyi ruudukko, { $rows }x{ $columns } ruutua, kuten ristikoissa: koko laudan on oltava kuvassa.
refusal-part-of-board = Kuvassa on vain osa laudasta: koko laudan on oltava kuvassa.
refusal-part-of-board-cut = { $count ->
    [one] Kuvassa on vain osa laudasta: { $edges } leikkaa sitä. Koko laudan on oltava kuvassa.
   *[other] Kuvassa on vain osa laudasta: { $edges } leikkaavat sitä. Koko laudan on oltava kuvassa.
}
refusal-hidden = Peitossa on { $hidden } ruutua (ruutuja on { $cells }): ota kuva uudelleen, kun mikään ei peitä lautaa.
refusal-other-board = Kuvassa on eri lauta kuin pelissä { $game }: sen koko on { $rows }x{ $rows }, kuten pelissä { $games }. Nimeä peli, jota sillä pelataan.
refusal-other-game = Laudalla pelataan peliä { $other } eikä peliä { $game }: nimeä peli, jota sillä pelataan.
edge-left = vasen reuna
edge-top = yläreuna
edge-right = oikea reuna
edge-bottom = alareuna
game-checkers = tammi
game-chess = shakki
game-go = go
game-qwirkle = Qwirkle

## Checkers

checkers-legal = { $side ->
    [white] Valkoisen siirto on oikein: { $move }.
   *[black] Mustan siirto on oikein: { $move }.
}
checkers-unfinished = Väärä siirto: lyöntiä on jatkettava: { $moves }.
checkers-smaller-capture = Väärä siirto: on pakko lyödä useampi nappula: { $moves }.
checkers-missed-capture = Väärä siirto: lyönti on pakollinen: { $moves }.
checkers-pieces = Nappulat: valkoinen { $white }, musta { $black }.

checkers-won = { $side ->
    [white] Valkoinen voittaa: mustalla ei ole enää nappuloita tai siirtoja.
   *[black] Musta voittaa: valkoisella ei ole enää nappuloita tai siirtoja.
}
checkers-repetition = Tasapeli: sama asema kolmannen kerran.
checkers-no-progress = Tasapeli: liian monta siirtoa ilman lyöntiä ja ilman tavallisen nappulan siirtoa.
checkers-ending-too-long = Tasapeli: tämä loppupeli on kestänyt liian kauan.

checkers-reason-size = lauta ei ole näiden sääntöjen kokoinen
checkers-reason-light-square = nappula on vaalealla ruudulla
checkers-reason-not-crowned = viimeiselle riville päässyt nappula on korotettava kuninkaaksi
checkers-reason-appeared = nappuloita on enemmän kuin ennen
checkers-reason-vanished = laudalta on kadonnut nappuloita, joita ei ole lyöty
checkers-reason-several-moved = useampi kuin yksi nappula on siirtynyt
checkers-reason-exchanged = nappula on vaihdettu toiseen
checkers-reason-backward = tavallinen nappula ei voi siirtyä taaksepäin
checkers-reason-out-of-reach = nappula ei pääse tuohon ruutuun
checkers-reason-wrong-side = on toisen pelaajan vuoro
checkers-reason-not-taken = lyöty nappula on yhä laudalla

checkers-too-many-pieces = { $side ->
    [white] valkoisella on { $count } nappulaa, enintään { $most } on mahdollista
   *[black] mustalla on { $count } nappulaa, enintään { $most } on mahdollista
}
checkers-uncrowned-man = { $side ->
    [white] valkoinen nappula viimeisellä rivillä on kuningas: { $squares }
   *[black] musta nappula viimeisellä rivillä on kuningas: { $squares }
}
checkers-light-square = nappulat ovat vain tummilla ruuduilla, tarkista { $squares }

## Chess

chess-legal = { $side ->
    [white] Valkean siirto on oikein: { $move }.
   *[black] Mustan siirto on oikein: { $move }.
}
chess-check = { $side ->
    [white] Valkea on shakissa.
   *[black] Musta on shakissa.
}
chess-won = { $side ->
    [white] Matti: valkea voittaa.
   *[black] Matti: musta voittaa.
}
chess-stalemate = Patti: peli päättyy tasan.
chess-dead-position = Kumpikaan ei voi enää tehdä mattia: peli päättyy tasan.
chess-threefold = Sama asema kolmannen kerran: tasapeliä voi vaatia.
chess-fivefold = Sama asema viidennen kerran: peli päättyy tasan.
chess-fifty-moves = Kummaltakin viisikymmentä siirtoa ilman lyöntiä ja sotilaan siirtoa: tasapeliä voi vaatia.
chess-seventy-five-moves = Kummaltakin seitsemänkymmentäviisi siirtoa ilman lyöntiä ja sotilaan siirtoa: peli päättyy tasan.

chess-reason-no-position = siirtoa edeltävä asema ei ole mahdollinen
chess-reason-appeared = nappuloita on enemmän kuin ennen
chess-reason-vanished = nappula on kadonnut, eikä mikään nappula ole siirtynyt
chess-reason-several-moved = useampi kuin yksi nappula on siirtynyt
chess-reason-wrong-side = on toisen pelaajan vuoro
chess-reason-wrong-capture = poistettu nappula ei ollut ruudussa, johon toinen siirtyi
chess-reason-still-in-check = kuningas on yhä shakissa
chess-reason-exposes-king = oma kuningas jäisi shakkiin
chess-reason-out-of-reach = nappula ei pääse tuohon ruutuun
chess-reason-no-piece = tuossa ruudussa ei ole nappulaa
chess-reason-took-own = nappula ei voi siirtyä ruutuun, jossa on oma nappula
chess-reason-en-passant = ohestalyönti on sallittu vain heti sotilaan kaksoisaskeleen jälkeen
chess-reason-castling-lost = tornitus ei ole sallittu, koska kuningas tai torni on jo siirtynyt
chess-reason-castling-blocked = tornitus ei ole sallittu, kun kuninkaan ja tornin välissä on nappula
chess-reason-castling-through-check = tornitus ei ole sallittu shakista, uhatun ruudun yli eikä shakkiin
chess-reason-not-promoted = viimeiselle riville päässyt sotilas on korotettava
chess-reason-exchanged = nappula on vaihdettu toiseen

chess-two-kings = { $side ->
    [white] valkealla on { $count } kuningasta: { $squares }
   *[black] mustalla on { $count } kuningasta: { $squares }
}
chess-missing-king = { $side ->
    [white] valkealla ei ole kuningasta
   *[black] mustalla ei ole kuningasta
}
chess-too-many-men = { $side ->
    [white] valkealla on { $count } nappulaa, enintään 16 on mahdollista: { $squares }
   *[black] mustalla on { $count } nappulaa, enintään 16 on mahdollista: { $squares }
}
chess-too-many-pawns = { $side ->
    [white] valkealla on { $count } sotilasta, enintään 8 on mahdollista: { $squares }
   *[black] mustalla on { $count } sotilasta, enintään 8 on mahdollista: { $squares }
}
chess-too-many-promoted = { $side ->
    [white] valkealla olisi korotettuja sotilaita { $count }, mutta sotilaita voi puuttua enintään { $missing }: { $squares }
   *[black] mustalla olisi korotettuja sotilaita { $count }, mutta sotilaita voi puuttua enintään { $missing }: { $squares }
}
chess-pawn-on-edge = { $side ->
    [white] sotilas ei voi olla ensimmäisellä eikä viimeisellä rivillä: valkea { $squares }
   *[black] sotilas ei voi olla ensimmäisellä eikä viimeisellä rivillä: musta { $squares }
}
chess-kings-adjacent = kuninkaat ovat vierekkäin: { $squares }

## Go

go-legal = { $side ->
    [white] Valkoisen siirto on oikein: { $point }.
   *[black] Mustan siirto on oikein: { $point }.
}
go-captures = { $count ->
    [one] Vangittu kivi: { $points }.
   *[other] Vangitut kivet ({ $count }): { $points }.
}

go-both-passed = Kumpikin on passannut: peli on päättynyt, ja pisteet voi laskea.

go-reason-size = laudat ovat erikokoiset
go-reason-several-stones = laudalle on asetettu useampi kuin yksi kivi
go-reason-wrong-side = { $side ->
    [white] on valkoisen vuoro
   *[black] on mustan vuoro
}
go-reason-recolored = kivi on vaihdettu toisen väriseen
go-reason-vanished = laudalta on kadonnut kiviä, joita ei ole vangittu
go-reason-not-captured = vangittuja kiviä on yhä laudalla
go-reason-outside = piste ei ole laudalla
go-reason-occupied = pisteessä on jo kivi
go-reason-suicide = kivellä ei olisi yhtään vapautta (itsemurhasiirto)
go-reason-superko = aikaisempi asema toistuisi (ko)

go-no-liberty = { $side ->
    [white] { $count ->
        [one] valkoisella kivellä ei ole yhtään vapautta: { $points }
       *[other] valkoisilla kivillä ei ole yhtään vapautta: { $points }
    }
   *[black] { $count ->
        [one] mustalla kivellä ei ole yhtään vapautta: { $points }
       *[other] mustilla kivillä ei ole yhtään vapautta: { $points }
    }
}

## Go-pelin laskeminen

go-rules = { $rules ->
    [japanese] Laskettu japanilaisilla säännöillä.
    [chinese] Laskettu kiinalaisilla säännöillä.
    [nz] Laskettu Uuden-Seelannin säännöillä.
    [ing] Laskettu Ingin säännöillä.
   *[aga] Laskettu AGA:n säännöillä.
}
go-unreadable = ”{ $value }” ei ole luku: sitä pidetään puuttuvana.
go-other-komi = { $rules ->
    [chinese] ”{ $value }” lasketaan komina, jonka suuruus kivinä on { $komi }; kivi on kaksi pistettä.
   *[other] ”{ $value }” lasketaan komina, jonka suuruus pisteinä on { $komi }.
}
go-unknown-rules = Tuntemattomat säännöt: ”{ $name }”.
go-no-prisoners = Vankien määrää ei kerrottu: niitä lasketaan nolla.
go-dead = { $side ->
    [white] Kuolleina poistetut valkoiset kivet: { $points }.
   *[black] Kuolleina poistetut mustat kivet: { $points }.
}
go-seki = Ei lasketa, koska seki: { $points }.
go-to-fill = Ei lasketa, koska omistajan on vielä pelattava siihen: { $points }.
go-unsure = Epävarmaa: { $points }. Kerro, ovatko ne kuolleita vai eläviä.
go-total = { $side ->
    [white] Valkea: { $points } ({ $items }).
   *[black] Musta: { $points } ({ $items }).
}
go-item-stones = kivet { $points }
go-item-territory = alue { $points }
go-item-prisoners = vangit { $points }
go-item-neutral = neutraalit pisteet { $points }
go-item-handicap = tasoitus { $points }
go-item-komi = komi { $points }
go-unfinished = Peli ei näytä päättyneeltä: ratkaisematta on { $count } pistettä.
go-legend = ▪ mustan pisteet, ▫ valkoisen pisteet, ☆ ei kenenkään pisteet
go-wins = { $side ->
    [white] Valkea voittaa, pisteiden ero on { $points }.
   *[black] Musta voittaa, pisteiden ero on { $points }.
}
go-drawn = Tasapeli.
go-wrong-move = Siirto { $number } pisteeseen { $point } on sääntöjen vastainen: { $reason }.

## Qwirkle

qwirkle-legal = { $count ->
    [one] Oikea siirto, yksi laatta: { $tiles }.
   *[other] Oikea siirto, { $count } laattaa: { $tiles }.
}
qwirkle-points = { $points ->
    [one] Tulos: yksi piste.
   *[other] Tulos: { $points } pistettä.
}
qwirkle-line = linja { $first }–{ $last }: { $points } p
qwirkle-qwirkle-line = linja { $first }–{ $last }, qwirkle: { $points } p
qwirkle-bonus = bonusruutu { $cell }: { $points } p
qwirkle-loose = ei linjaa: { $points } p
qwirkle-no-bonus-squares = Bonusruutuja ei ole laskettu: ne näkyvät laudasta pelin alussa.
qwirkle-move = Siirto { $number }:
qwirkle-no-points = Tulos: väärästä siirrosta ei saa pisteitä.
qwirkle-sum = { $points ->
    [one] Yhteensä: yksi piste.
   *[other] Yhteensä: { $points } pistettä.
}
qwirkle-end-bonus = pelin loppu: { $points } pistettä

qwirkle-refusal-over = peli on päättynyt
qwirkle-refusal-not-in-hand = pelaajalla ei ole laattaa { $tile }
qwirkle-refusal-no-hands = laattoja voi vaihtaa vain, kun pelaajien laatat tunnetaan
qwirkle-refusal-bag = näin monta laattaa ei voi vaihtaa, pussissa on jäljellä { $count }

qwirkle-fault-nothing = uutta laattaa ei ole
qwirkle-fault-moved = aiemmin laudalla ollut laatta on kadonnut tai vaihtunut
qwirkle-fault-outside = laatta on laudan ulkopuolella
qwirkle-fault-not-in-line = uusien laattojen on oltava samalla rivillä tai samassa sarakkeessa
qwirkle-fault-gap = uusien laattojen välissä on aukko
qwirkle-fault-apart = uusien laattojen on kosketettava aiempia
qwirkle-fault-equal-tiles = linjassa on sama laatta kahdesti
qwirkle-fault-mixed = linjan laatoilla ei ole yhteistä väriä eikä yhteistä muotoa
qwirkle-fault-too-long = linjassa on yli kuusi laattaa
qwirkle-fault-too-many = laattoja { $tile } on vain kolme

qwirkle-line-too-long = linjassa { $first }–{ $last } on { $count } laattaa, enintään 6 on mahdollista
qwirkle-mixed-line = linjan { $first }–{ $last } laatoilla ei ole yhteistä väriä eikä yhteistä muotoa
qwirkle-equal-tiles = linjassa { $first }–{ $last } on useampi { $tile }: { $cells }
qwirkle-too-many-copies = laudalla on { $count } kertaa { $tile }, vaikka niitä on vain kolme: { $cells }

qwirkle-tile = { $color ->
    [red] punainen
    [orange] oranssi
    [yellow] keltainen
    [green] vihreä
    [blue] sininen
   *[white] valkoinen
} { $shape ->
    [circle] ympyrä
    [clover] apila
    [diamond] salmiakki
    [square] neliö
    [four-pointed-star] nelisakarainen tähti
   *[eight-pointed-star] kahdeksansakarainen tähti
}

## Playing chess

play-players = Valkea: { $white }, musta: { $black }
play-player = { $who ->
    [engine] shakkimoottori
   *[person] ihminen
}
play-settings = asetustavu { $byte }
play-file = Peli tallennetaan tiedostoon { $path }.
play-to-move = { $side ->
    [white] valkean vuoro
   *[black] mustan vuoro
}
play-clocks = valkea { $white }, musta { $black }
play-can-claim = tasapeliä voi vaatia
play-help = siirto (e4, Nbxd2, O-O, e7e8q), hint (vihje), undo (peru), resign (luovuta), draw (tasapeli), board (lauta), pgn (pelin kirjaus), quit (lopeta), help (ohje)
play-hint = Vihje: { $move }
play-mate-in = matti { $count } siirrolla
play-taken-back = Peruttuja siirtoja: { $count }
play-draw-offered = Tasapeliä on tarjottu: tee siirtosi, toinen pelaaja voi vastata draw.
play-draw-declined = Shakkimoottori jatkaa peliä.
play-go-on = Jatka komennolla: { $command }

play-refused-move = Siirtoa ”{ $text }” ei voi tehdä: { $reason }
play-refused-over = peli on päättynyt
play-refused-nothing-to-undo = peruttavaa siirtoa ei ole
play-refused-ended = tämä peli on päättynyt ({ $result }): aloita uusi
play-refused-time-control = tunnisteessa TimeControl on ”{ $text }”, jolla kelloa ei voi asettaa: kirjoita sekunnit kuten 300+2, tai - jos kelloa ei ole
play-refused-clock = siirron kommentissa on ”[%clk { $text }]”, jota mikään kello ei näytä: kirjoita tunnit, minuutit ja sekunnit kuten 0:04:58
chess-no-legal-move = näin ei merkitä mitään laillista siirtoa
chess-several-moves = merkintä sopii useaan siirtoon: lisää lähtöruudun linja tai rivi
chess-null-move = tyhjä siirto, joka vain luovuttaa vuoron: pelissä sellaista ei ole
chess-no-promotion-piece = korotuksesta puuttuu upseeri: lisää se, esimerkiksi e8=Q

play-agreed = Pelaajat ovat sopineet tasapelistä.
play-claimed-threefold = Tasapeli vaatimuksesta: sama asema kolmannen kerran.
play-claimed-fifty-moves = Tasapeli vaatimuksesta: kummaltakin viisikymmentä siirtoa ilman lyöntiä ja sotilaan siirtoa.
play-resigned = { $side ->
    [white] Valkea luovutti: musta voittaa.
   *[black] Musta luovutti: valkea voittaa.
}
play-resigned-drawn = { $side ->
    [white] Valkea luovutti, mutta mustan nappulat eivät riitä mattiin: tasapeli.
   *[black] Musta luovutti, mutta valkean nappulat eivät riitä mattiin: tasapeli.
}
play-time-over = { $side ->
    [white] Valkean aika loppui: musta voittaa.
   *[black] Mustan aika loppui: valkea voittaa.
}
play-time-over-drawn = { $side ->
    [white] Valkean aika loppui, mutta mustan nappulat eivät riitä mattiin: peli päättyy tasan.
   *[black] Mustan aika loppui, mutta valkean nappulat eivät riitä mattiin: peli päättyy tasan.
}

# Palvelimen sivu.
page-language = Kieli
page-tagline = Lukee laudan valokuvastasi
page-game = Peli
page-auto = Tunnista
page-chess = Shakki
page-checkers = Tammi
page-go = Go
page-qwirkle = Qwirkle
page-take = Ota kuva
page-choose = Valitse kuva
page-drop = Voit myös pudottaa tai liittää kuvan tähän.
page-private = Se menee vain tälle palvelimelle, eikä sitä säilytetä.
page-reading = Luetaan…
page-retry = Yritä uudelleen
page-another = Toinen kuva
page-offline = Palvelimeen ei saada yhteyttä. Lukeminen tarvitsee sitä: yritä myöhemmin uudelleen.
page-busy = Muita kuvia luetaan. Sinun kuvasi on pian vuorossa.
page-token = Tämä palvelin vaatii tunnisteen: avaa osoite, jonka se tulosti käynnistyessään.
page-name-game = Pelin valitseminen voi auttaa.
page-game-language = Tämä peli aloitettiin kielellä { $language }: siitä puhutaan edelleen sillä kielellä.
page-problem-too-large = Kuva on liian suuri: lähetä pienempi.
page-problem-not-a-photo = Tämä tiedosto ei ole kuva, jonka voi lukea: lähetä JPEG, PNG tai WebP.
page-problem-photo-unreadable = Kuva on vioittunut, katkennut tai liian pieni: ota toinen.
page-problem-no-board = Lautaa ei löytynyt: koko laudan on oltava kuvassa.
page-problem-board-hidden = Jokin peittää lautaa: ota kuva uudelleen, kun mikään ei peitä sitä.
page-problem-invalid-board = Tällä laudalla tätä ei voi tehdä: tarkista lauta.
page-problem-invalid-option = Jokin annettu on väärin: tarkista se.
page-problem-not-found = Palvelimella ei ole tätä, tai ei ole enää.
page-problem-not-resumable = Tämän pelin pöytäkirja ei kerro tarpeeksi, jotta sitä voisi jatkaa: aloita uusi.
page-problem-timeout = Se kesti liian kauan: yritä uudelleen.
page-problem-internal = Palvelin epäonnistui: yritä uudelleen.
page-problem-other = Palvelin ei tee tätä.
page-anyway = Lue silti
page-found = { $game }: oikein { $percent } %:n todennäköisyydellä.
page-found-check = { $game }: oikein { $percent } %:n todennäköisyydellä, mutta tarkista.
page-found-doubtful = { $game }: tarkista. Lauta on oikein vain { $percent } %:n todennäköisyydellä.
page-corrected = { $game }: sellaisena kuin sen korjasit.
page-impossible = Mahdotonta: { $reasons }.
page-presence = Se ei ehkä ole kokonainen lauta.
page-which-game = Mikä peli tämä on?
page-covered = Peitossa: { $cells }.
page-white-side = Kummalla puolella valkea on?
page-seat = Valkean puoli
page-side-bottom = alhaalla
page-side-left = vasemmalla
page-side-top = ylhäällä
page-side-right = oikealla
page-boards = Kuvassa on { $count } lautaa; tämä on yksi niistä.
page-teach-set = Tämä on nappuloideni alkuasema
page-teach-set-what = Nappuloidesi kuvat luetaan sen jälkeen paremmin. Palvelin säilyttää oppimansa vain muistissaan.
page-learning = Katsotaan nappuloitasi…
page-own-set = Luettu näyttämiesi nappuloiden avulla.
page-set-no-help = Näyttämistäsi nappuloista ei ole apua: niiden avulla ei lueta enempää oikein.
page-forget-set = Unohda ne
page-corner-hint = Vedä kulmaa, jos ääriviiva ei osu kohdalleen. Korjaa ruutu napauttamalla sitä.
page-corner = Kulma { $number } / 4
page-photo = Kuva
page-board = Lauta
page-cell = { $cell }: { $piece }, { $percent } %
page-cell-doubtful = { $cell }: { $piece }, epävarma, { $percent } %
page-cell-corrected = { $cell }: { $piece }, korjattu
page-doubt = { $cell }: { $piece }? ({ $percent } %)
page-what-is-on = Mitä on ruudussa { $cell }?
page-all-pieces = Kaikki muut
page-close = Sulje
page-undo = Kumoa
page-notation = Merkintä
page-copy = Kopioi
page-copied = Kopioitu
page-share = Jaa
page-api = API
page-review = Tarkastus
page-empty = tyhjä
page-tile = { $shape }, { $color }
page-shape-1 = ympyrä
page-shape-2 = apila
page-shape-3 = vinoneliö
page-shape-4 = neliö
page-shape-5 = nelisakarainen tähti
page-shape-6 = kahdeksansakarainen tähti
page-color-r = punainen
page-color-o = oranssi
page-color-y = keltainen
page-color-g = vihreä
page-color-b = sininen
page-color-w = valkoinen
page-white-p = valkea sotilas
page-white-n = valkea ratsu
page-white-b = valkea lähetti
page-white-r = valkea torni
page-white-q = valkea kuningatar
page-white-k = valkea kuningas
page-black-p = musta sotilas
page-black-n = musta ratsu
page-black-b = musta lähetti
page-black-r = musta torni
page-black-q = musta kuningatar
page-black-k = musta kuningas
page-checkers-w = valkea nappula
page-checkers-b = musta nappula
page-checkers-W = valkea tammi
page-checkers-B = musta tammi
page-go-b = musta kivi
page-go-w = valkea kivi
page-white = Valkea
page-black = Musta
page-to-move = Siirtovuoro
page-castling = Tornitusoikeudet
page-none = ei ole
page-analyze = Analysoi lichessissä
page-before-hint = Ota kuva myös seuraavan siirron jälkeen: silloin siirto tarkistetaan.
page-compare = Tarkista siirto edellisestä kuvasta
page-count-men = { $side }: nappuloita { $men }, tammia { $kings }
page-mode-correct = Korjaus
page-mode-count = Laskenta
page-tap-group = Napauta ryhmää, jos se on kuollut tai sittenkin elossa.
page-rules = Säännöt
page-rules-japanese = japanilaiset
page-rules-chinese = kiinalaiset
page-rules-aga = AGA
page-komi = Komi
page-prisoners-black = Mustan vangit
page-prisoners-white = Valkean vangit
page-wins = { $side } voittaa { $points } pisteellä
page-drawn = Tasapeli
page-points = { $side }: { $points }
page-score-move = Laske siirron pisteet edellisestä kuvasta
page-total = { $points } pistettä
page-line = { $from }–{ $to }: { $points }
page-send = Anna tämä kuva ja korjaukseni palvelimen omistajalle koulutusta varten
page-send-what = Tallennetaan kuva (ilman paikkaa ja aikaa), kulmat ja ruudut. Voit poistaa ne myöhemmin.
page-send-button = Lähetä
page-sent = Tallennettu. Kiitos.
page-delete = Poista
page-deleted = Poistettu.
page-given = Nämä kuvat annettiin palvelimen omistajalle:
page-review-title = Tarkastettavat korjaukset
page-review-none = Tarkastettavaa ei ole.
page-review-place = { $number } / { $count }
page-approve = Hyväksy
page-approved = hyväksytty
page-next = Seuraava
page-previous = Edellinen
page-changed-cells = Korjattu: { $cells }
page-remove = Poista
page-live = Seuraa peliä sitä mukaa kuin sitä pelataan
page-live-title = Pelin seuraaminen
page-live-what = Aseta puhelin niin, että koko lauta näkyy kuvassa. Siirrot kirjataan, ja virheellisistä sanotaan.
page-live-begin = Käynnistä kamera
page-live-go-on = Jatka viimeistä peliä
page-live-link = Linkki katsojille
page-minutes = Minuutteja puolelle (0: ei rajaa)
page-increment = Lisäsekunteja siirrolta
page-spoken = Sano siirrot ja virheet ääneen
page-accept = Hyväksy lauta sellaisena kuin se on
page-undo-move = Peru viimeinen siirto
page-pass = Passaa
page-end-game = Lopeta peli
page-new-game = Uusi peli
page-moves = Siirrot
page-save-record = Tallenna pöytäkirja
page-waiting = Lautaa ei ole vielä näkynyt.
page-time-up = aika loppui
page-game-gone = Palvelin ei enää tunne tätä peliä. Aloita uusi.
page-camera-denied = Kameraa ei saa käyttää: salli se selaimen asetuksissa.
page-camera-none = Käytettävää kameraa ei löytynyt.
page-camera-insecure = Selaimet antavat kameran vain suojatuille sivuille: avaa tämä sivu https:llä (kibitzer serve --tls) tai tällä koneella nimellä localhost.
page-cell-known = { $cell }: { $piece }
page-cell-wrong = { $cell }: { $piece }, väärin
