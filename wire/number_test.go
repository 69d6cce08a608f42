package wire

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestFirstOverflow(t *testing.T) {
	want := new(big.Int).Lsh(big.NewInt(1), 1024)
	want.Sub(want, new(big.Int).Lsh(big.NewInt(1), 970))
	if want.String() != firstOverflow {
		t.Errorf("firstOverflow is %s", firstOverflow)
	}
}

// checkNumber compares the decision with strconv.
func checkNumber(t *testing.T, number string) {
	t.Helper()
	_, err := strconv.ParseFloat(number, 64)
	end, ok := scanNumber([]byte(number), 0)
	if ok != (err == nil) || ok && end != len(number) {
		t.Errorf("%.60s… (%d bytes): accepted %v to %d, strconv: %v", number, len(number), ok, end, err)
	}
}

func TestNumbersAtTheBoundary(t *testing.T) {
	first, _ := new(big.Int).SetString(firstOverflow, 10)
	below := new(big.Int).Sub(first, big.NewInt(1)).String()
	numbers := []string{"0", "-0", "0.0", "1e308", "1e309", "0e999999999999", "0.000e99999", "1e-999999999999", "17976931348623158e292",
		below, firstOverflow, below + ".9", below + "." + strings.Repeat("9", 900), firstOverflow + "." + strings.Repeat("0", 900),
		strings.Repeat("9", 308), strings.Repeat("9", 309), "1" + strings.Repeat("0", 308), "1" + strings.Repeat("0", 309),
		"0." + strings.Repeat("0", 400) + "1e709", "0." + strings.Repeat("0", 400) + "1e710",
		"0." + strings.Repeat("0", 400) + below + "e709", "0." + strings.Repeat("0", 400) + firstOverflow + "e709",
		below[:1] + "." + below[1:] + "e308", firstOverflow[:1] + "." + firstOverflow[1:] + "E+308",
		below + "0000e-4", firstOverflow + "0000e-4", firstOverflow[:280] + "e29", firstOverflow[:281] + "e28",
		strconv.FormatFloat(math.MaxFloat64, 'f', -1, 64), "-" + firstOverflow, "-" + below,
		strings.TrimRight(firstOverflow, "0") + "e" + strconv.Itoa(len(firstOverflow)-len(strings.TrimRight(firstOverflow, "0")))}
	for _, number := range numbers {
		checkNumber(t, number)
	}
}

func TestNumbersAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	for range rounds {
		digits := make([]byte, 1+random.IntN(330))
		for i := range digits {
			digits[i] = byte('0' + random.IntN(10))
		}
		if digits[0] == '0' {
			digits[0] = '1'
		}
		number := string(digits)
		if random.IntN(2) == 0 {
			number = firstOverflow[:random.IntN(len(firstOverflow))+1] + number
		}
		point := 1 + random.IntN(len(number))
		if point < len(number) {
			number = number[:point] + "." + number[point:]
		}
		number += "e" + strconv.Itoa(308-(point-1)+random.IntN(3)-1)
		checkNumber(t, number)
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []string{"0", "-0", "1", "-1", "00", "01", "", "-", "1.0", "1e0", "9223372036854775807", "9223372036854775808",
		"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "184467440737095516150", "+1", "a"} {
		signed, err := strconv.ParseInt(c, 10, 64)
		wantSigned := err == nil && c != "00" && c != "01" && c != "+1"
		if got, ok := Int64([]byte(c)); ok != wantSigned || ok && got != signed {
			t.Errorf("Int64(%q) = %d, %v", c, got, ok)
		}
		unsigned, err := strconv.ParseUint(c, 10, 64)
		wantUnsigned := err == nil && c != "00" && c != "01"
		if got, ok := Uint64([]byte(c)); ok != wantUnsigned || ok && got != unsigned {
			t.Errorf("Uint64(%q) = %d, %v", c, got, ok)
		}
	}
}
