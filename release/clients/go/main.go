// Places an order with clients that oapi-codegen has generated, and reads it back.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"clients/engine"
	"clients/wallet"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	keys, err := wallet.NewClientWithResponses(os.Getenv("WALLET"))
	if err != nil {
		return err
	}
	asUser := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-User-Id", "go")
		return nil
	}
	made, err := keys.CreateApiKeyWithResponse(ctx, wallet.CreateApiKey{Label: "Go", Permissions: []wallet.Scope{wallet.TRADE}}, asUser)
	if err != nil || made.JSON201 == nil {
		return fmt.Errorf("no key: %v %s", err, made.Body)
	}

	asKey := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(made.JSON201.Key, made.JSON201.Secret)
		return nil
	}
	client, err := engine.NewClientWithResponses(os.Getenv("ENGINE"), engine.WithRequestEditorFn(asKey))
	if err != nil {
		return err
	}
	account, err := client.CreateAccountWithResponse(ctx, nil, engine.CreateAccount{PlanId: "standard-100k"})
	if err != nil || account.JSON201 == nil {
		return fmt.Errorf("no account: %v %s", err, account.Body)
	}

	id := "go-1"
	order := engine.PlaceOrder{
		AccountId: account.JSON201.Id, Symbol: "BTC-USD", Side: engine.BUY, Kind: engine.OrderKindMARKET,
		Quantity: "0.01", ClientId: &id,
	}
	placed, err := client.PlaceOrderWithResponse(ctx, nil, order)
	if err != nil || placed.JSON200 == nil || placed.JSON200.Order == nil {
		return fmt.Errorf("not placed: %v %s", err, placed.Body)
	}
	read, err := client.GetOrderWithResponse(ctx, account.JSON201.Id, placed.JSON200.Order.Id, nil)
	if err != nil || read.JSON200 == nil {
		return fmt.Errorf("not read: %v %s", err, read.Body)
	}
	if read.JSON200.Status != engine.OrderStatusFILLED || read.JSON200.Quantity != "0.01" || read.JSON200.AveragePrice == nil {
		return fmt.Errorf("not as it was placed: %s", read.Body)
	}
	fmt.Printf("Go: filled at %s\n", *read.JSON200.AveragePrice)
	return nil
}
